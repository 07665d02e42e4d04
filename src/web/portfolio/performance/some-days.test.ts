import { expect, test } from 'vitest';
import { someDays } from './some-days.ts';

test.each([
  [[1, 2, 3], 3, [3, 2, 1]],
  [[1, 2, 3, 4, 5], 3, [5, 3, 1]],
  [[1, 2, 3, 4, 5, 6, 7], 3, [7, 4, 1]],
  [[], 3, []],
])('of %j at most %i are %j', (days, max, some) => {
  expect(someDays(days, max)).toEqual(some);
});
