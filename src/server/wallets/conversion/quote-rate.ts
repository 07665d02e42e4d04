import { fromDecimal, scaleOf } from '#contract/kernel/money.ts';
import type { Quote } from '#contract/wallets/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { inOrder } from '#server/platform/in-order.ts';
import { amountWritten } from '#server/platform/formats/money-format.ts';
import { refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { settleConversion } from './rules.ts';
import { ownWallet } from '../own-wallet.ts';
import { readQuote, showQuote } from './quotes.ts';
import { rateBetween } from './rates.ts';

interface Input {
  from_wallet_id: string;
  to_wallet_id: string;
  amount: string;
}

/**
 * Quotes this client a rate for a while, in place of an earlier quote for the same two wallets. Nothing moves, and
 * nothing is held.
 * @throws Refusal `http.not_found`; on `to_wallet_id`: `wallets.same_wallet`; on `amount`: `wallets.amount_scale`,
 * `ledger.insufficient_funds`, `wallets.amount_min`; before the last `wallets.rate_old`
 */
export async function quoteConversion(app: App, me: Pick<Person, 'id'>, input: Input): Promise<Quote> {
  const [from, to] = await app.db.together((db) =>
    inOrder([ownWallet(db, me.id, input.from_wallet_id), ownWallet(db, me.id, input.to_wallet_id)]),
  );
  if (from.id === to.id) throw refuseField('to_wallet_id', 'wallets.same_wallet');
  const amountMinor = minorOf(input.amount, from.currency);
  if (amountMinor > from.availableMinor)
    throw refuseField('amount', 'ledger.insufficient_funds', {
      known: 'yes',
      available: amountWritten(from.availableMinor, from.currency),
    });
  const { rate, spreadBps } = await rateBetween(app, app.db, from.currency, to.currency);
  const { spreadMinor, receivedMinor } = settleConversion({
    amountMinor,
    from: from.currency,
    to: to.currency,
    rate,
    spreadBps,
  });
  if (receivedMinor < 1n) throw refuseField('amount', 'wallets.amount_min');
  const id = newId();
  const now = app.clock.now();
  const quote = await app.db.tx(async (tx) => {
    const replaced = replaceOpen(tx, me.id, [from.id, to.id], now);
    const stored = tx.run(sql`
      insert into conversion_quote
        (id, client_id, from_wallet_id, to_wallet_id, amount, spread, received, rate, spread_bps, created_at, expires_at)
      select ${id}, ${me.id}, ${from.id}, ${to.id}, ${amountMinor}, ${spreadMinor}, ${receivedMinor}, ${rate}, ${spreadBps}, ${now},
             ${now}::timestamptz + make_interval(secs => quote_lifetime_s)
      from conversion_setting`);
    const [, , read] = await Promise.all([replaced, stored, readQuote(tx, sql`q.id = ${id}`)]);
    return read;
  });
  if (!quote) throw new Error(`quote ${id} was stored and is not there`);
  return showQuote(quote);
}

/** The client's row first, so that of two quotes at once the later one replaces the other. */
async function replaceOpen(tx: Tx, clientId: string, [one, other]: [string, string], at: Date): Promise<void> {
  const locked = tx.run(sql`select from person where id = ${clientId} for no key update`);
  const replaced = tx.run(sql`
    update conversion_quote set replaced_at = ${at}
    where client_id = ${clientId} and transaction_id is null and replaced_at is null
      and least(from_wallet_id, to_wallet_id) = least(${one}::uuid, ${other}::uuid)
      and greatest(from_wallet_id, to_wallet_id) = greatest(${one}::uuid, ${other}::uuid)`);
  await Promise.all([locked, replaced]);
}

function minorOf(amount: string, currency: string): bigint {
  const fraction = (amount.split('.')[1] ?? '').replace(/0+$/, '');
  const max = scaleOf(currency);
  if (fraction.length > max) throw refuseField('amount', 'wallets.amount_scale', { max });
  return fromDecimal(fraction ? `${amount.split('.')[0]}.${fraction}` : (amount.split('.')[0] ?? amount), currency);
}
