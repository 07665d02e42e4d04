import { expect, it } from 'vitest';
import { gaugeShare } from './gauge-share.ts';

it.each<[level: string, share: number]>([
  ['-20', 0],
  ['0', 0],
  ['50', 33],
  ['100', 50],
  ['300', 75],
  ['100000', 100],
])('a margin level of %s stands at %d %% of the gauge', (level, share) =>
  expect(Math.round(gaugeShare(level))).toBe(share),
);
