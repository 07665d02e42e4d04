import type { SupportSettings } from '#contract/support/settings.ts';

type Interval = SupportSettings['intervals'][number];

/** From and until, as a field for a time has them: `08:00`, or nothing while it is empty. */
export type Span = readonly [from: string, until: string];

const two = (number: number) => String(number).padStart(2, '0');
const clock = (minute: number) => `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`;

/** The hours of a weekday, as `08:00–12:00 13:00–18:00`; nothing when it is free. Midnight at the end is `00:00`. */
export const hoursText = (intervals: readonly Interval[], weekday: number): string =>
  textOf(
    intervals
      .filter((interval) => interval.weekday === weekday)
      .map(({ from_minute, until_minute }) => [clock(from_minute), clock(until_minute)]),
  );

export const spansOf = (text: string): Span[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((span) => {
      const [from = '', until = ''] = span.split('–');
      return [from, until];
    });

export const textOf = (spans: readonly Span[]): string => spans.map((span) => span.join('–')).join(' ');

const minuteOf = (time: string) => {
  const [, hour, minute] = /^(\d\d):(\d\d)$/.exec(time) ?? [];
  return hour === undefined ? undefined : Number(hour) * 60 + Number(minute);
};

/** @returns undefined where a field is empty, or a span ends before it begins */
export function readHours(text: string, weekday: number): Interval[] | undefined {
  const found: Interval[] = [];
  for (const [from, until] of spansOf(text)) {
    const [from_minute, end] = [minuteOf(from), minuteOf(until)];
    if (from_minute === undefined || end === undefined) return undefined;
    const until_minute = end || 1440;
    if (from_minute >= until_minute) return undefined;
    found.push({ weekday, from_minute, until_minute });
  }
  return found;
}
