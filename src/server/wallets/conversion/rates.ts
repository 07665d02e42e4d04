import { Big } from 'big.js';
import { rateAgeMs } from '#server/market/rate-age.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';

const Precise = Big();
Precise.DP = 40;

const significantDigits = 10;
/** As many as a decimal of the contract may have. */
const maxFractionDigits = 18;

/** What one unit of `from` is worth in `to`, and what the operator keeps of it. */
export interface Rate {
  /** A plain decimal of ten significant digits, rounded down. */
  rate: string;
  spreadBps: number;
}

interface RatedCurrency {
  code: string;
  usdRate: string;
  ratedAt: Date;
  /** Null for a rate that is fixed. */
  maxAgeS: number | null;
  spreadBps: number;
}

/**
 * The present rate between two currencies. Every conversion uses it.
 * @throws Refusal `wallets.rate_old` when one of them was rated longer ago than the operator allows
 */
export async function rateBetween(app: App, db: Queries, from: string, to: string): Promise<Rate> {
  const rated = await db.rows<RatedCurrency>(sql`
    select code, usd_rate as "usdRate", rated_at as "ratedAt", rate_max_age_s as "maxAgeS", spread_bps as "spreadBps"
    from currency where code in (${from}, ${to})`);
  const read = (code: string) => {
    const found = rated.find((each) => each.code === code);
    if (!found) throw new Error(`${code} is no currency`);
    return found;
  };
  const [given, received] = [read(from), read(to)];
  for (const { code, ratedAt, maxAgeS } of [given, received])
    if (maxAgeS !== null && rateAgeMs(app, code, ratedAt) > maxAgeS * 1000)
      throw refuse('wallets.rate_old', { currency: code });
  return {
    rate: quotient(given.usdRate, received.usdRate),
    spreadBps: Math.max(given.spreadBps, received.spreadBps),
  };
}

/** `quotient('1.16', '1.31')` is `"0.8854961832"`. */
export function quotient(dividend: string, divisor: string): string {
  const exact = new Precise(dividend).div(divisor);
  const digits = Math.min(maxFractionDigits, Math.max(0, significantDigits - 1 - exact.e));
  return new Precise(exact.toFixed(digits, Big.roundDown)).toFixed();
}
