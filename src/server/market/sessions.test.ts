import { expect, it } from 'vitest';
import { changesAt, isOpenAt, lastOpenAt, openTimeMs, type Sessions } from './sessions.ts';

const always: Sessions = [[0, 10_080]];
const fx: Sessions = [[1320, 8520]];
const futures: Sessions = [
  [1380, 2760],
  [2820, 4200],
  [4260, 5640],
  [5700, 7080],
  [7140, 8520],
];
/** Across the end of the week. */
const lateWeek: Sessions = [
  [0, 60],
  [10_020, 10_080],
];
const at = (text: string) => new Date(`2026-03-${text}:00Z`);

// 2026-03-01 is a Sunday.
it.each<[sessions: Sessions, now: string, isOpen: boolean, changes: string | null, lastOpen: string]>([
  [always, '07T01:00', true, null, '07T01:00'],
  [fx, '08T21:59', false, '08T22:00', '06T22:00'],
  [fx, '01T22:00', true, '06T22:00', '01T22:00'],
  [fx, '06T22:00', false, '08T22:00', '06T22:00'],
  [fx, '07T12:00', false, '08T22:00', '06T22:00'],
  [futures, '02T21:59', true, '02T22:00', '02T21:59'],
  [futures, '02T22:30', false, '02T23:00', '02T22:00'],
  [futures, '06T23:00', false, '08T23:00', '06T22:00'],
  [lateWeek, '07T23:30', true, '08T01:00', '07T23:30'],
  [lateWeek, '03T12:00', false, '07T23:00', '01T01:00'],
])('%j at %s', (sessions, now, isOpen, changes, lastOpen) => {
  expect(isOpenAt(sessions, at(now))).toBe(isOpen);
  expect(changesAt(sessions, at(now))).toEqual(changes === null ? null : at(changes));
  expect(lastOpenAt(sessions, at(now))).toEqual(at(lastOpen));
});

it('knows the Friday before a Sunday', () => {
  expect(lastOpenAt(fx, at('08T10:00'))).toEqual(at('06T22:00'));
});

it('counts a week of open time, and none while the market is closed', () => {
  const between = (sessions: Sessions, from: string, to: string) =>
    openTimeMs(sessions, at(to)) - openTimeMs(sessions, at(from));
  expect(between(fx, '01T12:00', '08T12:00')).toBe(120 * 3_600_000);
  expect(between(futures, '01T12:00', '08T12:00')).toBe(115 * 3_600_000);
  expect(between(fx, '06T22:00', '08T22:00')).toBe(0);
});
