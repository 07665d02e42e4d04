import { expect, test } from 'vitest';
import { scaleFor } from './chart-scale.ts';

test.each([
  ['round values around the line', 1_020, 3_870, [1_000, 2_000, 3_000, 4_000]],
  ['a narrow line far from nought', 52_310, 52_890, [52_200, 52_400, 52_600, 52_800, 53_000]],
  ['a line from nought', 0, 12_500, [0, 5_000, 10_000, 15_000]],
  ['a line on both sides of nought', -3, 11, [-5, 0, 5, 10, 15]],
  ['nothing at all', 0, 0, [0, 0.5, 1]],
])('%s', (_, min, max, ticks) => {
  expect(scaleFor(min, max, 3)).toMatchObject({ low: ticks[0], high: ticks.at(-1), ticks });
});

test('a flat line has space above and below', () => {
  const { low, high } = scaleFor(500, 500, 3);
  expect(low).toBeLessThan(500);
  expect(high).toBeGreaterThan(500);
});
