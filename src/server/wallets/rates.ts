import { Big } from 'big.js';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

const Precise = Big();
Precise.DP = 40;

const significantDigits = 10;
/** As many as a decimal of the contract may have. */
const mostFractionDigits = 18;

/** What one unit of `from` is worth in `to`, and what the house keeps of it. */
export interface Rate {
  /** A plain decimal of ten significant digits, rounded down. */
  rate: string;
  spreadBps: number;
}

/** The rate of the moment between two currencies. Every conversion asks here. */
export async function rateBetween(db: Queries, from: string, to: string): Promise<Rate> {
  const { fromUsd, toUsd, spreadBps } = await db.one<{ fromUsd: string; toUsd: string; spreadBps: number }>(sql`
    select a.usd_rate as "fromUsd", b.usd_rate as "toUsd", greatest(a.spread_bps, b.spread_bps) as "spreadBps"
    from currency a, currency b where a.code = ${from} and b.code = ${to}`);
  return { rate: quotient(fromUsd, toUsd), spreadBps };
}

/** `quotient('1.16', '1.31')` is `"0.8854961832"`. */
export function quotient(dividend: string, divisor: string): string {
  const exact = new Precise(dividend).div(divisor);
  const digits = Math.min(mostFractionDigits, Math.max(0, significantDigits - 1 - exact.e));
  return new Precise(exact.toFixed(digits, Big.roundDown)).toFixed();
}
