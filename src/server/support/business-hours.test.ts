import { describe, expect, it } from 'vitest';
import { addWorkingMinutes, nextOpening, type BusinessHours } from './business-hours.ts';

/** 8 to 12 and 13 to 18 o’clock, Monday to Friday. */
const berlin: BusinessHours = {
  timeZone: 'Europe/Berlin',
  intervals: [1, 2, 3, 4, 5].flatMap((weekday) => [
    { weekday, fromMinute: 780, untilMinute: 1080 },
    { weekday, fromMinute: 480, untilMinute: 720 },
  ]),
  holidays: new Set(['2026-12-25']),
};
const after = (since: string, minutes: number, hours = berlin) =>
  addWorkingMinutes(hours, new Date(since), minutes)?.toISOString();

describe('addWorkingMinutes', () => {
  it.each([
    ['within an interval', '2026-11-18T08:00:00Z', 60, '2026-11-18T09:00:00.000Z'],
    ['over lunch', '2026-11-18T10:30:00Z', 60, '2026-11-18T12:30:00.000Z'],
    ['to the very end of the day', '2026-11-18T16:00:00Z', 60, '2026-11-18T17:00:00.000Z'],
    ['overnight', '2026-11-18T16:30:00Z', 60, '2026-11-19T07:30:00.000Z'],
    ['over a weekend', '2026-11-20T16:30:00Z', 60, '2026-11-23T07:30:00.000Z'],
    ['from before the opening', '2026-11-18T03:00:00Z', 60, '2026-11-18T08:00:00.000Z'],
    ['from a Sunday', '2026-11-22T12:00:00Z', 0, '2026-11-23T07:00:00.000Z'],
    ['over a holiday and a weekend', '2026-12-24T16:30:00Z', 60, '2026-12-28T07:30:00.000Z'],
    ['over several days', '2026-11-16T07:00:00Z', 3 * 540, '2026-11-18T17:00:00.000Z'],
    ['over the end of summer time', '2026-10-23T15:30:00Z', 60, '2026-10-26T07:30:00.000Z'],
  ])('counts %s', (_, since, minutes, expected) => {
    expect(after(since, minutes)).toBe(expected);
  });

  it('counts real hours on the day that has 23 of them', () => {
    const always = {
      timeZone: 'Europe/Berlin',
      intervals: [{ weekday: 7, fromMinute: 0, untilMinute: 1440 }],
      holidays: new Set<string>(),
    };
    // 29 March 2026 begins at 23:00 UTC the day before and has 23 hours.
    expect(after('2026-03-28T23:00:00Z', 23 * 60, always)).toBe('2026-03-29T22:00:00.000Z');
    expect(after('2026-03-28T23:00:00Z', 23 * 60 + 1, always)).toBe('2026-04-04T22:01:00.000Z');
  });

  it('gives no SLA where there are no working hours', () => {
    expect(after('2026-11-18T08:00:00Z', 1, { ...berlin, intervals: [] })).toBeUndefined();
  });
});

describe('nextOpening', () => {
  const open = (now: string) => nextOpening(berlin, new Date(now))?.toISOString();

  it('is now while support works, else the next beginning', () => {
    expect(open('2026-11-18T08:15:00Z')).toBe('2026-11-18T08:15:00.000Z');
    expect(open('2026-11-18T11:15:00Z')).toBe('2026-11-18T12:00:00.000Z');
    expect(open('2026-11-20T17:00:00Z')).toBe('2026-11-23T07:00:00.000Z');
  });
});
