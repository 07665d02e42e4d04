import type { periods } from '#contract/dashboard/names.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';

const dayMs = 24 * 3_600_000;
const longest = 366;

/** What the reader asks for: a known period, or days; without both, thirty days. */
export interface Asked {
  period?: (typeof periods)[number] | undefined;
  from?: string | undefined;
  to?: string | undefined;
}

/** Days in UTC, and as many before them, the oldest first. */
export interface Period {
  now: Date;
  days: string[];
  daysBefore: string[];
  /** The first day of those before, and the last one of the period. */
  first: string;
  last: string;
  /** The first day of the period. */
  from: string;
}

const dayOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function firstOf({ period, from }: Asked, last: number): number {
  if (period === 'quarter') {
    const end = new Date(last);
    return Date.UTC(end.getUTCFullYear(), Math.floor(end.getUTCMonth() / 3) * 3);
  }
  if (!period && from) return Math.min(Date.parse(from), last);
  const length = period === 'days_7' ? 7 : period === 'days_90' ? 90 : 30;
  return last - (length - 1) * dayMs;
}

export function periodOf(asked: Asked, now: Date): Period {
  const today = Math.floor(now.getTime() / dayMs) * dayMs;
  const last = asked.period || !asked.to ? today : Math.min(Date.parse(asked.to), today);
  const length = Math.min(longest, (last - firstOf(asked, last)) / dayMs + 1);
  const all = Array.from({ length: 2 * length }, (_, index) => dayOf(last - (2 * length - 1 - index) * dayMs));
  const [daysBefore, days] = [all.slice(0, length), all.slice(length)];
  return { now, days, daysBefore, first: all[0] ?? '', last: all.at(-1) ?? '', from: days[0] ?? '' };
}

/** Whether an instant lies in the period or the one before, for an index on it. */
export const isWithin = (at: Sql, { first, last }: Period): Sql =>
  sql`${at} >= ${first}::timestamp at time zone 'UTC' and ${at} < (${last}::date + 1)::timestamp at time zone 'UTC'`;

export const utcDayOf = (at: Sql): Sql => sql`(${at} at time zone 'UTC')::date`;
