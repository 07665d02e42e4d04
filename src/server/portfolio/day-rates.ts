import { convert } from '#contract/kernel/money.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { ToCents } from './history.ts';

/** A rate that was the last of its UTC day. */
export interface RateOfDay {
  on: string;
  rate: string;
}

interface Row {
  code: string;
  present: string;
  ratedAt: Date;
  days: string[];
  rates: string[];
}

/**
 * The rate of each day: its own, or else that of the nearest earlier day that has one. Before the first known rate there
 * is nothing better than that one; without any, the present one counts throughout.
 * @param days without gaps, the oldest first
 * @param known the oldest first
 */
export function rateOfEachDay(days: readonly string[], known: readonly RateOfDay[], present: string): string[] {
  let index = -1;
  return days.map((on) => {
    while ((known[index + 1]?.on ?? '9999') <= on) index += 1;
    return known[Math.max(index, 0)]?.rate ?? present;
  });
}

/** Values amounts at the end of some days. */
export interface DayRates {
  toCents: ToCents;
  /** The time of the oldest present rate of these currencies; undefined where none is needed. */
  ratedAt: (currencies: readonly string[]) => Date | undefined;
}

/** @param days the last is today, which has the present rate */
export async function readDayRates(db: Queries, days: readonly string[]): Promise<DayRates> {
  const rows = await db.rows<Row>(sql`
    select c.code, c.usd_rate as present, c.rated_at as "ratedAt",
           coalesce(array_agg(to_char(d.day, 'YYYY-MM-DD') order by d.day) filter (where d.day is not null), '{}') as days,
           coalesce(array_agg(d.usd_rate::text order by d.day) filter (where d.day is not null), '{}') as rates
    from currency c left join currency_rate_day d on d.currency = c.code
    group by c.code`);
  const today = days.at(-1);
  const rates = new Map(rows.map((row) => [row.code, ratesOf(row, days, today)]));
  return {
    // Most days of ten years have nothing of most kinds.
    toCents: (amountMinor, currency, on) =>
      amountMinor === 0n ? 0n : convert(amountMinor, currency, 'USD', rates.get(currency)?.get(on) ?? ''),
    ratedAt: (currencies) =>
      rows
        .filter(({ code }) => code !== 'USD' && currencies.includes(code))
        .map(({ ratedAt }) => ratedAt)
        .toSorted((a, b) => a.getTime() - b.getTime())[0],
  };
}

function ratesOf(row: Row, days: readonly string[], today: string | undefined): Map<string, string> {
  const known = row.days.map((on, index) => ({ on, rate: row.rates[index] ?? row.present }));
  const each = rateOfEachDay(days, known, row.present);
  return new Map(days.map((on, index) => [on, on === today ? row.present : (each[index] ?? row.present)]));
}
