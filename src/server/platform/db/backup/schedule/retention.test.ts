import { expect, it } from 'vitest';
import { newestFirst } from '../places/place.ts';
import { toRemove } from './retention.ts';

const dayMs = 86_400_000;
/** A Sunday. */
const now = new Date('2026-03-01T12:00:00Z');
const of = (at: string) => ({ name: at, createdAt: new Date(at) });
/** One a day, the newest from this morning. */
const daily = (days: number) =>
  Array.from({ length: days }, (_, nth) =>
    of(new Date(Date.parse('2026-03-01T04:00:00Z') - nth * dayMs).toISOString().slice(0, 16) + 'Z'),
  );
const kept = (backups: ReturnType<typeof daily>, keep: [number, number, number], proven?: string, at = now) => {
  const [day, weekly, monthly] = keep;
  const gone = new Set(toRemove(backups, { keep: { daily: day, weekly, monthly }, proven, now: at }));
  return backups.flatMap(({ name }) => (gone.has(name) ? [] : [name.slice(0, 10)]));
};

it.each<[string, [number, number, number], string[]]>([
  ['days', [3, 0, 0], ['2026-03-01', '2026-02-28', '2026-02-27']],
  ['weeks, by their Sundays', [1, 3, 0], ['2026-03-01', '2026-02-22', '2026-02-15']],
  ['months, by their last days', [1, 0, 3], ['2026-03-01', '2026-02-28', '2026-01-31']],
  ['all of them', [2, 2, 3], ['2026-03-01', '2026-02-28', '2026-02-22', '2026-01-31']],
  ['the newest at least', [0, 0, 0], ['2026-03-01']],
])('keeps the newest of %s', (_what, keep, expected) => {
  expect(kept(daily(400), keep)).toEqual(expected);
});

it('keeps, by the usual settings, a year in 21 backups', () => {
  const left = kept(daily(800), [7, 5, 12]);
  expect(left).toHaveLength(21);
  expect(left.slice(0, 7)).toEqual(daily(7).map(({ name }) => name.slice(0, 10)));
  expect(left.slice(7).join(' ')).toBe(
    '2026-02-22 2026-02-15 2026-02-08 2026-02-01 2026-01-31 2025-12-31 2025-11-30 ' +
      '2025-10-31 2025-09-30 2025-08-31 2025-07-31 2025-06-30 2025-05-31 2025-04-30',
  );
});

it('removes the same, whatever the order, and nothing more the second time', () => {
  const all = daily(400);
  const keep = { daily: 7, weekly: 5, monthly: 12 };
  const gone = toRemove(all, { keep, proven: undefined, now });
  expect(new Set(toRemove(all.toReversed(), { keep, proven: undefined, now }))).toEqual(new Set(gone));
  const left = all.filter(({ name }) => !gone.includes(name));
  expect(toRemove(left, { keep, proven: undefined, now })).toEqual([]);
  // Broken off anywhere, the next run reaches the same end.
  for (const done of [1, 100, gone.length - 1]) {
    const rest = all.filter(({ name }) => !gone.slice(0, done).includes(name));
    expect(new Set(toRemove(rest, { keep, proven: undefined, now }))).toEqual(new Set(gone.slice(done)));
  }
});

it('reaches the same end day by day as it would at once', () => {
  let there = daily(0);
  for (const backup of daily(500).toReversed()) {
    there = [backup, ...there].toSorted(newestFirst);
    const at = new Date(backup.createdAt.getTime() + 60_000);
    const gone = toRemove(there, { keep: { daily: 7, weekly: 5, monthly: 12 }, proven: undefined, now: at });
    there = there.filter(({ name }) => !gone.includes(name));
  }
  expect(there.map(({ name }) => name.slice(0, 10))).toEqual(kept(daily(500), [7, 5, 12]));
});

it('keeps the newest of several of one day', () => {
  const backups = ['2026-03-01T09:00Z', '2026-03-01T04:00Z', '2026-02-28T23:59Z', '2026-02-28T00:00Z'].map(of);
  expect(toRemove(backups, { keep: { daily: 2, weekly: 0, monthly: 0 }, proven: undefined, now })).toEqual([
    '2026-03-01T04:00Z',
    '2026-02-28T00:00Z',
  ]);
});

it('keeps the one that was proven last, however old it is', () => {
  expect(kept(daily(30), [1, 0, 0], '2026-02-10T04:00Z')).toEqual(['2026-03-01', '2026-02-10']);
  expect(kept(daily(3), [1, 0, 0], 'one that is gone')).toEqual(['2026-03-01']);
});

it('removes nothing because none was made for a long time', () => {
  const left = kept(daily(7), [7, 0, 0], undefined, new Date('2030-01-01T00:00:00Z'));
  expect(left).toHaveLength(7);
});

it('neither counts nor removes what is dated later than now', () => {
  const ahead = [of('2031-01-01T04:00Z'), of('2026-03-01T12:01Z')];
  const backups = [...ahead, ...daily(3)];
  expect(toRemove(backups, { keep: { daily: 1, weekly: 0, monthly: 0 }, proven: undefined, now })).toEqual([
    '2026-02-28T04:00Z',
    '2026-02-27T04:00Z',
  ]);
});

it.each(['2026-02-23', '2026-03-01'])('counts %s to the week that begins on Monday, February 23', (day) => {
  const backups = [of(`${day}T00:00Z`), of('2026-02-22T23:59Z')];
  const keep = { daily: 0, weekly: 1, monthly: 0 };
  expect(toRemove(backups, { keep, proven: undefined, now })).toEqual(['2026-02-22T23:59Z']);
});
