import { expect, test } from 'vitest';
import { byDay } from './days.ts';

/** An instant by the clock on the reader's wall. */
const at = (day: number, hour: number, minute = 0) => ({ at: new Date(2026, 4, day, hour, minute).toISOString() });

test('a conversation is parted where the reader’s date changes', () => {
  const [early, late, next] = [at(3, 0, 5), at(3, 23, 55), at(4, 0, 5)];
  expect(byDay([early, late, next])).toEqual([
    { at: early.at, events: [early, late] },
    { at: next.at, events: [next] },
  ]);
});

test('no messages make no day', () => {
  expect(byDay([])).toEqual([]);
});
