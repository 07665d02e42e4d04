import { expect, it } from 'vitest';
import { percentOf } from './percent.ts';

it.each([
  [0, '0.00'],
  [5, '0.05'],
  [50, '0.50'],
  [325, '3.25'],
  [10_000, '100.00'],
])('%i basis points are %s %%', (bps, percent) => {
  expect(percentOf(bps)).toBe(percent);
});
