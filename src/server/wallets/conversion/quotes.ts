import { toDecimal } from '#contract/kernel/money.ts';
import type { Quote } from '#contract/wallets/endpoints.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';

/** A stored quote. Amounts in minor units: `amount` in the currency given, the others in the one received. */
export interface QuoteRow {
  id: string;
  fromWalletId: string;
  toWalletId: string;
  fromCurrency: string;
  toCurrency: string;
  amount: bigint;
  spread: bigint;
  received: bigint;
  rate: string;
  spreadBps: number;
  createdAt: Date;
  expiresAt: Date;
  transactionId: string | null;
  /** When a newer quote for the same two wallets took its place. */
  replacedAt: Date | null;
}

/** The quote that meets a condition on `q`, perhaps with a lock, as in `for update of q`. */
export async function readQuote(db: Queries, condition: Sql): Promise<QuoteRow | undefined> {
  return db.maybeOne<QuoteRow>(sql`
    select q.id, q.from_wallet_id as "fromWalletId", q.to_wallet_id as "toWalletId", f.currency as "fromCurrency",
           t.currency as "toCurrency", q.amount, q.spread, q.received, q.rate, q.spread_bps as "spreadBps",
           q.created_at as "createdAt", q.expires_at as "expiresAt", q.transaction_id as "transactionId", q.replaced_at as "replacedAt"
    from conversion_quote q join wallet f on f.id = q.from_wallet_id join wallet t on t.id = q.to_wallet_id
    where ${condition}`);
}

export function showQuote(quote: QuoteRow): Quote {
  const { fromCurrency, toCurrency } = quote;
  return {
    id: quote.id,
    from_wallet_id: quote.fromWalletId,
    to_wallet_id: quote.toWalletId,
    from_currency: fromCurrency,
    to_currency: toCurrency,
    amount: toDecimal(quote.amount, fromCurrency),
    rate: quote.rate,
    spread_percent: spreadPercent(quote.spreadBps),
    spread: toDecimal(quote.spread, toCurrency),
    received: toDecimal(quote.received, toCurrency),
    created_at: quote.createdAt.toISOString(),
    expires_at: quote.expiresAt.toISOString(),
  };
}

/** `50` is `"0.50"`. */
export function spreadPercent(bps: number): string {
  const digits = String(bps).padStart(3, '0');
  return `${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
