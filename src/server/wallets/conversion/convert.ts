import type { Conversion } from '#contract/wallets/endpoints.ts';
import { houseAccount, openAccounts, walletAccounts } from '#server/ledger/accounts.ts';
import { post, type Posted, type Posting } from '#server/ledger/post.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { inOrder } from '#server/platform/in-order.ts';
import { checkNotPaused } from '#server/platform/people/paused.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { hasMovedAgainst } from './rules.ts';
import { readQuote, showQuote, type QuoteRow } from './quotes.ts';
import { rateBetween } from './rates.ts';

/**
 * Converts as quoted: one transaction of two movements, each within its currency, with the spread.
 * @throws Refusal `http.not_found`, `wallets.quote_used`, `wallets.quote_expired`, `wallets.rate_old`,
 * `wallets.rate_moved`, `http.idempotency_mismatch`, `ledger.insufficient_funds`
 */
export async function convertAsQuoted(
  app: App,
  me: Pick<Person, 'id'>,
  quoteId: string,
  key: string,
): Promise<Conversion> {
  return app.db.tx(async (tx) => {
    const quote = await readQuote(tx, sql`q.id = ${quoteId} and q.client_id = ${me.id} for update of q`);
    if (!quote) throw notFound();
    const ledgerKey = `conversion:${key}`;
    const now = app.clock.now();
    const operator = operatorAccounts(quote);
    if (quote.transactionId !== null) await refuseUnlessSame(tx, me.id, quote.transactionId, ledgerKey);
    else
      await inOrder([
        checkNotPaused(app, tx, me.id),
        recheck(app, tx, quote, now),
        openAccounts(tx, now, [operator.given, operator.taken, operator.fees]),
      ]);
    const { id, at } = await postConversion(tx, me.id, quote, operator, ledgerKey, now);
    tx.atCommit(async (last) => {
      await last.run(
        sql`update conversion_quote set transaction_id = ${id} where id = ${quote.id} and transaction_id is null`,
      );
    });
    for (const walletId of [quote.fromWalletId, quote.toWalletId])
      await app.realtime.notify(tx, me.id, 'wallet.changed', { wallet_id: walletId });
    return { operation_id: id, at: at.toISOString(), quote: showQuote(quote) };
  });
}

/** The last check: a quote is no option to wait for a better rate. A move in favour of the operator stays as quoted. */
async function recheck(app: App, tx: Tx, quote: QuoteRow, now: Date): Promise<void> {
  if (quote.replacedAt !== null || quote.expiresAt <= now) throw refuse('wallets.quote_expired');
  const [{ rate }, { tolerance }] = await inOrder([
    rateBetween(app, tx, quote.fromCurrency, quote.toCurrency),
    tx.one<{ tolerance: number }>(sql`select tolerance_bps as tolerance from conversion_setting`),
  ]);
  if (hasMovedAgainst(quote.rate, rate, tolerance)) throw refuse('wallets.rate_moved');
}

/** A used quote only accepts a repetition of the call that used it. */
async function refuseUnlessSame(tx: Tx, clientId: string, transactionId: string, key: string): Promise<void> {
  const same = await tx.maybeOne(sql`
    select from ledger_transaction where id = ${transactionId} and scope = ${scopeOf(clientId)} and key = ${key}`);
  if (!same) throw refuse('wallets.quote_used');
}

const scopeOf = (clientId: string) => `client:${clientId}`;

const operatorAccounts = ({ fromCurrency, toCurrency }: QuoteRow) => ({
  given: houseAccount('fx', fromCurrency),
  taken: houseAccount('fx', toCurrency),
  fees: houseAccount('fees', toCurrency),
});

async function postConversion(
  tx: Tx,
  clientId: string,
  quote: QuoteRow,
  { given, taken, fees }: ReturnType<typeof operatorAccounts>,
  key: string,
  at: Date,
): Promise<Posted> {
  const { amount, spread, received } = quote;
  const postings: Posting[] = [
    { account: walletAccounts(clientId, quote.fromWalletId).available, amountMinor: -amount },
    { account: given.code, amountMinor: amount },
    { account: taken.code, amountMinor: -(received + spread) },
    { account: walletAccounts(clientId, quote.toWalletId).available, amountMinor: received },
    ...(spread > 0n ? [{ account: fees.code, amountMinor: spread }] : []),
  ];
  const reference = { type: 'conversion_quote', id: quote.id };
  return post(tx, { scope: scopeOf(clientId), key, kind: 'conversion', reference, actorId: clientId, at }, postings);
}
