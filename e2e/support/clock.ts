import type { BrowserContext } from '@playwright/test';
import { clockHeader } from '#contract/kernel/constants.ts';

const minuteMs = 60_000;
const dayMs = 24 * 60 * minuteMs;

/** Midnight (UTC) of the day that holds an instant. */
const midnight = (at: number) => at - (at % dayMs);

/** The next instant with this day of the week (Sunday is 0), so many minutes after midnight. */
function nextOn(weekday: number, minutes: number, now: number): number {
  const days = (weekday - new Date(now).getUTCDay() + 7) % 7;
  const at = midnight(now) + days * dayMs + minutes * minuteMs;
  return at > now ? at : at + 7 * dayMs;
}

/** Two minutes before a month ends: a longer run continues in the next one. */
function nextMonthEnd(now: number): number {
  const [year, month] = [new Date(now).getUTCFullYear(), new Date(now).getUTCMonth()];
  const ends = [1, 2].map((months) => Date.UTC(year, month + months, 1) - 2 * minuteMs);
  return ends.find((at) => at > now) ?? now;
}

const named: Record<string, (now: number) => number> = {
  weekday: (now) => nextOn(3, 10 * 60, now),
  'saturday-night': (now) => nextOn(6, 23 * 60 + 30, now),
  'month-end': nextMonthEnd,
};

/**
 * The instant at which every installation of the tests begins, from the variable E2E_CLOCK: one of the names above, or
 * an instant ahead. Undefined where it is not set: the real time.
 */
export function startsAt(input: string | undefined, now = Date.now()): string | undefined {
  if (!input) return undefined;
  const at = named[input]?.(now) ?? Date.parse(input);
  if (Number.isNaN(at)) throw new Error(`E2E_CLOCK is an instant, or one of ${Object.keys(named).join(', ')}`);
  return new Date(at).toISOString();
}

/** The time of the product, which may be ahead of this machine's. */
export async function productNow(context: BrowserContext): Promise<Date> {
  const headers = (await context.request.head('/healthz')).headers();
  return new Date(Date.now() + Number(headers[clockHeader] ?? 0));
}
