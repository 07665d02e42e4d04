import type { AnswerOf } from '#contract/api.ts';
import type { IpoSale } from '#contract/ipo-records.ts';
import { toDecimal } from '#contract/money.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { once } from '#server/platform/once.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';
import { percentOf } from './percent.ts';
import { freshPrice } from './price.ts';
import { leftIn, lockLots, proceedsOf, readSale, settleSale } from './sell.ts';

type Quote = AnswerOf<'POST /api/ipo/early-exit-quote'>;

/** Shares in lock-up: listed, and not free yet. */
const locked = (now: Date): Sql => sql`h.tradable_at > ${now}`;

/**
 * A price for leaving before the lock-up ends: the quoted one, less what the offering takes off it.
 * @throws Refusal `http.not_found`, `ipo.no_early_exit`, `ipo.not_locked`, `ipo.no_price`
 */
export async function quoteEarlyExit(
  app: App,
  me: Pick<Client, 'id'>,
  { stock_id, quantity }: { stock_id: string; quantity: number },
): Promise<Quote> {
  const now = app.clock.now();
  return app.db.tx(async (tx) => {
    const { offering, lots } = await lockLots(tx, me.id, stock_id, locked(now));
    const { currency, earlyExitBps } = offering;
    if (earlyExitBps === null) throw refuse('ipo.no_early_exit');
    if (quantity > leftIn(lots)) throw refuseField('quantity', 'ipo.not_locked', { locked: leftIn(lots) });
    const marketMinor = await freshPrice(app, tx, offering.id);
    const priceMinor = marketMinor === undefined ? 0n : (marketMinor * BigInt(10_000 - earlyExitBps)) / 10_000n;
    if (marketMinor === undefined || priceMinor === 0n) throw refuse('ipo.no_price');
    const { id, expiresAt, seconds } = await tx.one<{ id: string; expiresAt: Date; seconds: number }>(sql`
      insert into ipo_exit_quote (id, client_id, offering_id, quantity, price_minor, haircut_bps, expires_at)
      select ${newId()}, ${me.id}, ${offering.id}, ${quantity}, ${priceMinor}, ${earlyExitBps},
             ${now}::timestamptz + make_interval(secs => exit_quote_seconds)
      from ipo_setting
      returning id, expires_at as "expiresAt", (select exit_quote_seconds from ipo_setting) as seconds`);
    const { proceedsMinor, feeMinor } = proceedsOf(offering, quantity, priceMinor);
    const money = (minor: bigint) => toDecimal(minor, currency);
    return {
      quote_id: id,
      quantity,
      market_price: money(marketMinor),
      haircut_percent: percentOf(earlyExitBps),
      price: money(priceMinor),
      proceeds: money(proceedsMinor),
      fee: money(feeMinor),
      net: money(proceedsMinor - feeMinor),
      currency,
      expires_at: expiresAt.toISOString(),
      holds_seconds: seconds,
    };
  });
}

interface QuoteRow {
  offeringId: string;
  quantity: number;
  priceMinor: bigint;
  haircutBps: number;
  expiresAt: Date;
  saleId: string | null;
}

/**
 * Leaves at a quoted price, once per quote.
 * @throws Refusal `http.not_found`, `ipo.quote_expired`, `ipo.not_locked`
 */
export async function exitEarly(
  app: App,
  me: Pick<Client, 'id'>,
  { key, body }: { key: string; body: { quote_id: string } },
): Promise<IpoSale> {
  const saleId = await app.db.tx((tx) =>
    once(app, tx, { ownerId: me.id, key, act: 'ipo.early_exit', body }, async () => {
      const now = app.clock.now();
      const quote = await tx.maybeOne<QuoteRow>(sql`
        select offering_id as "offeringId", quantity, price_minor as "priceMinor", haircut_bps as "haircutBps",
               expires_at as "expiresAt", sale_id as "saleId"
        from ipo_exit_quote where id = ${body.quote_id} and client_id = ${me.id} for update`);
      if (!quote) throw notFound();
      if (quote.saleId !== null || now >= quote.expiresAt) throw refuse('ipo.quote_expired');
      const { offering, lots } = await lockLots(tx, me.id, quote.offeringId, locked(now));
      if (quote.quantity > leftIn(lots)) throw refuse('ipo.not_locked', { locked: leftIn(lots) });
      const { quantity, priceMinor, haircutBps } = quote;
      const id = await settleSale(app, tx, {
        offering,
        clientId: me.id,
        lots,
        quantity,
        priceMinor,
        earlyExitBps: haircutBps,
      });
      await tx.run(sql`update ipo_exit_quote set sale_id = ${id} where id = ${body.quote_id}`);
      return id;
    }),
  );
  return readSale(app.db, me, saleId);
}
