import { expect, it } from 'vitest';
import { rolloversDue } from './rollover.ts';

const wednesday = 3;
const due = (opened: string, now: string, settled: string | null = null, triple: number | null = wednesday) =>
  rolloversDue({ openedAt: new Date(opened), settled }, triple, 22, new Date(now)).map(({ on, nights }) => [
    on,
    nights,
  ]);

it('a night is over at its hour, and only for what was open before', () => {
  expect(due('2026-03-02T21:59:59Z', '2026-03-02T21:59:59Z')).toEqual([]);
  expect(due('2026-03-02T21:59:59Z', '2026-03-02T22:00:00Z')).toEqual([['2026-03-02', 1]]);
  expect(due('2026-03-02T22:00:00Z', '2026-03-03T21:00:00Z')).toEqual([]);
});

it('one weekday pays for the weekend, and a week is seven nights', () => {
  const week = due('2026-03-02T10:00:00Z', '2026-03-09T10:00:00Z');
  expect(week).toEqual([
    ['2026-03-02', 1],
    ['2026-03-03', 1],
    ['2026-03-04', 3],
    ['2026-03-05', 1],
    ['2026-03-06', 1],
  ]);
  expect(due('2026-03-02T10:00:00Z', '2026-03-09T10:00:00Z', null, null)).toHaveLength(7);
});

it('continues after the last night that was settled', () => {
  expect(due('2026-03-02T10:00:00Z', '2026-03-05T23:00:00Z', '2026-03-03')).toEqual([
    ['2026-03-04', 3],
    ['2026-03-05', 1],
  ]);
});
