import { DateTime } from 'luxon';

/** An interval of a working day, in minutes after midnight: 480 to 720 is 8:00 to 12:00. Monday is 1. */
export interface WorkingInterval {
  weekday: number;
  fromMinute: number;
  untilMinute: number;
}

/** When support works. Holidays are days of its own calendar, as `2026-12-25`. */
export interface BusinessHours {
  timeZone: string;
  intervals: readonly WorkingInterval[];
  holidays: ReadonlySet<string>;
}

interface Span {
  from: number;
  until: number;
}

/** No SLA reaches beyond this; it also ends the search when no day has any hours. */
const horizonDays = 400;

/**
 * The instant after this many minutes of working time. Outside working hours the clock is paused.
 * @returns undefined when support never works that long
 */
export function addWorkingMinutes(hours: BusinessHours, since: Date, minutes: number): Date | undefined {
  let leftMs = minutes * 60_000;
  for (const { from, until } of spansFrom(hours, since)) {
    const start = Math.max(from, since.getTime());
    if (start + leftMs <= until) return new Date(start + leftMs);
    leftMs -= until - start;
  }
  return undefined;
}

/** How much working time there is between two instants; none when the second is not after the first. */
export function workingMsBetween(hours: BusinessHours, since: Date, until: Date): number {
  let sum = 0;
  for (const span of spansFrom(hours, since)) {
    const start = Math.max(span.from, since.getTime());
    const end = Math.min(span.until, until.getTime());
    if (end <= start) break;
    sum += end - start;
  }
  return sum;
}

/** The next moment at which support works: now, when it does; undefined when it never does. */
export function nextOpening(hours: BusinessHours, now: Date): Date | undefined {
  for (const { from } of spansFrom(hours, now)) return new Date(Math.max(from, now.getTime()));
  return undefined;
}

/** Working time that ends after `since`, the earliest first. Real instants, so a day of 23 or 25 hours is one. */
function* spansFrom({ timeZone, intervals, holidays }: BusinessHours, since: Date): Generator<Span> {
  const ordered = intervals.toSorted((a, b) => a.fromMinute - b.fromMinute);
  const firstDay = DateTime.fromJSDate(since, { zone: timeZone }).startOf('day');
  for (let ahead = 0; ahead < horizonDays; ahead += 1) {
    const day = firstDay.plus({ days: ahead });
    if (holidays.has(day.toISODate() ?? '')) continue;
    for (const { weekday, fromMinute, untilMinute } of ordered) {
      if (weekday !== day.weekday) continue;
      const until = atMinute(day, untilMinute);
      if (until > since.getTime()) yield { from: atMinute(day, fromMinute), until };
    }
  }
}

/** By the clock on the wall, which on two days of the year is not the time since midnight. */
function atMinute(day: DateTime, minute: number): number {
  if (minute === 24 * 60) return day.plus({ days: 1 }).toMillis();
  return day.set({ hour: Math.floor(minute / 60), minute: minute % 60 }).toMillis();
}
