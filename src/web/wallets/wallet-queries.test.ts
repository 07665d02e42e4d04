import { expect, it } from 'vitest';
import { noFilter, filterOf } from './wallet-queries.ts';

it('asks only for what is filled in', () => {
  expect(filterOf(noFilter)).toEqual({});
  expect(filterOf({ ...noFilter, kind: 'fee', search: '  ', to: '2026-03-31' })).toEqual({
    kind: 'fee',
    to: '2026-03-31',
  });
});

it.each([
  ['12', '12'],
  ['12.', '12'],
  ['12.5', '12.5'],
  ['0.05', '0.05'],
  ['.', undefined],
  ['1.2.3', '1.2'],
])('takes an amount as far as it is typed: %j', (min, expected) => {
  expect(filterOf({ ...noFilter, min }).min).toBe(expected);
});
