import type { SupportSettings } from '#contract/support/settings.ts';

/** Each setting on one line, as the audit log stores it: `1 08:00–12:00` is Monday morning. */
export function inWords({ intervals, holidays, tiers, ...plain }: SupportSettings): Record<string, string> {
  return {
    ...Object.fromEntries(Object.entries(plain).map(([name, value]) => [name, value === null ? '–' : String(value)])),
    intervals: intervals
      .map(({ weekday, from_minute, until_minute }) => `${weekday} ${clock(from_minute)}–${clock(until_minute)}`)
      .join(', '),
    holidays: holidays.join(', '),
    tiers: tiers.map(({ tier, hours }) => `${tier} ${hours}`).join(', '),
  };
}

const two = (number: number) => String(number).padStart(2, '0');
const clock = (minute: number) => `${two(Math.floor(minute / 60))}:${two(minute % 60)}`;
