import { expect, it } from 'vitest';
import { weekAround } from './week.ts';

const local = (year: number, month: number, day: number, hour = 0) => new Date(year, month - 1, day, hour);

it.each([
  [local(2026, 3, 2), 0, local(2026, 3, 2), local(2026, 3, 9)],
  [local(2026, 3, 8, 23), 0, local(2026, 3, 2), local(2026, 3, 9)],
  [local(2026, 3, 4, 12), 1, local(2026, 3, 9), local(2026, 3, 16)],
  [local(2026, 1, 1, 12), -1, local(2025, 12, 22), local(2025, 12, 29)],
])('around %s and %i weeks away', (now, away, from, to) => {
  expect(weekAround(now, away)).toMatchObject({ from, to });
});
