import { parseDate, parseDateTime, parseTime, type DateValue, type Time } from '@internationalized/date';
import type { DateSegment } from 'react-stately/useDateFieldState';

/** What a field of segments holds, by the form in which its value travels: `2026-03-02`, `2026-03-02T09:30`, `09:30`. */
interface Values {
  day: DateValue;
  minute: DateValue;
  time: Time;
}

const parsers: { [Kind in keyof Values]: (text: string) => Values[Kind] } = {
  day: parseDate,
  minute: parseDateTime,
  time: parseTime,
};

const lengths = { day: 10, minute: 16, time: 5 } as const;

/** Null for no value, and for what an address or an autofill brought that is none. */
export function read<Kind extends keyof Values>(kind: Kind, text: string | undefined): Values[Kind] | null {
  if (!text) return null;
  try {
    return parsers[kind](text);
  } catch {
    return null;
  }
}

export const write = (kind: keyof Values, value: DateValue | Time): string => value.toString().slice(0, lengths[kind]);

/**
 * The value as the segments show it: none while one of them is empty, or while they show a day that the month does not
 * have. React Aria keeps the last whole value then, which a form must not send.
 */
export function shownIn(segments: readonly DateSegment[], kind: keyof Values, kept: DateValue | Time | null): string {
  if (kept === null || segments.some(({ isPlaceholder }) => isPlaceholder)) return '';
  const day = segments.find(({ type }) => type === 'day')?.value;
  return day === undefined || day === null || ('day' in kept && day === kept.day) ? write(kind, kept) : '';
}
