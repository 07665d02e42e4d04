import type { SupportSettings } from '#contract/support/settings.ts';

type Interval = SupportSettings['intervals'][number];

const two = (number: number) => String(number).padStart(2, '0');
const clock = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;

/** The hours of a weekday on one line, as `08:00–12:00, 13:00–18:00`; nothing when it is free. */
export const hoursText = (intervals: readonly Interval[], weekday: number): string =>
  intervals
    .filter((interval) => interval.weekday === weekday)
    .map(({ from_minute, until_minute }) => `${clock(from_minute)}–${clock(until_minute)}`)
    .join(', ');

const span = /^(\d{1,2}):(\d{2})\s*[-–—]\s*(\d{1,2}):(\d{2})$/;

/** @returns undefined for what are no hours of a day */
export function readHours(text: string, weekday: number): Interval[] | undefined {
  const found: Interval[] = [];
  for (const part of text.split(/[,;،]/).map((each) => each.trim())) {
    if (part === '') continue;
    const numbers = span.exec(part)?.slice(1).map(Number);
    if (!numbers) return undefined;
    const [fromHour = 0, fromMinute = 0, untilHour = 0, untilMinute = 0] = numbers;
    const [from_minute, until_minute] = [fromHour * 60 + fromMinute, untilHour * 60 + untilMinute];
    if (fromMinute > 59 || untilMinute > 59 || until_minute > 1440 || from_minute >= until_minute) return undefined;
    found.push({ weekday, from_minute, until_minute });
  }
  return found;
}
