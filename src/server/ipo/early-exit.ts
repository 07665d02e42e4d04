import type { ResponseOf } from '#contract/api.ts';
import type { IpoSale } from '#contract/ipo/records.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { percentOf } from './percent.ts';
import { freshPrice } from './price.ts';
import { leftIn, lockLots, proceedsOf, readSale, settleSale } from './sell.ts';

type Quote = ResponseOf<'POST /api/ipo/early-exit-quote'>;

/** Shares in lock-up: listed, and not free yet. */
const locked = (now: Date): Sql => sql`h.tradable_at > ${now}`;

/**
 * A price for selling before the lock-up ends: the quoted one, less the offering's haircut.
 * @throws Refusal `http.not_found`, `ipo.no_early_exit`, `ipo.not_locked`, `ipo.no_price`
 */
export async function quoteEarlyExit(
  app: App,
  me: Pick<Person, 'id'>,
  { stock_id, quantity }: { stock_id: string; quantity: number },
): Promise<Quote> {
  const now = app.clock.now();
  return app.db.tx(async (tx) => {
    const { offering, lots } = await lockLots(tx, me.id, stock_id, locked(now));
    const { currency, earlyExitBps } = offering;
    if (earlyExitBps === null) throw refuse('ipo.no_early_exit');
    if (quantity > leftIn(lots)) throw refuseField('quantity', 'ipo.not_locked', { locked: leftIn(lots) });
    const marketMinor = await freshPrice(app, tx, offering.id);
    const priceMinor = marketMinor === undefined ? 0n : lessHaircut(marketMinor, earlyExitBps);
    if (marketMinor === undefined || priceMinor === 0n) throw refuse('ipo.no_price');
    // One quote at a time: with several the client could wait and take the best of them.
    await tx.run(sql`
      update ipo_exit_quote set replaced_at = ${now}
      where client_id = ${me.id} and offering_id = ${offering.id} and sale_id is null and replaced_at is null`);
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

const lessHaircut = (priceMinor: bigint, bps: number): bigint => (priceMinor * BigInt(10_000 - bps)) / 10_000n;

interface QuoteRow {
  quantity: number;
  priceMinor: bigint;
  haircutBps: number;
  /** It was used, replaced, or has expired. */
  isOver: boolean;
}

/**
 * Sells at a quoted price, once per quote.
 * @throws Refusal `http.not_found`, `ipo.quote_expired`, `ipo.not_locked`, `ipo.no_price`, `ipo.quote_moved`
 */
export async function exitEarly(
  app: App,
  me: Pick<Person, 'id'>,
  { key, body }: { key: string; body: { quote_id: string } },
): Promise<IpoSale> {
  const saleId = await app.db.tx((tx) =>
    runIdempotent(app, tx, { ownerId: me.id, key, action: 'ipo.early_exit', body }, async () => {
      const now = app.clock.now();
      const of = await tx.maybeOne<{ offeringId: string }>(sql`
        select offering_id as "offeringId" from ipo_exit_quote where id = ${body.quote_id} and client_id = ${me.id}`);
      if (!of) throw notFound();
      // The shares first: a concurrent request for another quote locks in the same order.
      const { offering, lots } = await lockLots(tx, me.id, of.offeringId, locked(now));
      const quote = await lockQuote(tx, body.quote_id, now);
      if (quote.isOver) throw refuse('ipo.quote_expired');
      if (quote.quantity > leftIn(lots)) throw refuse('ipo.not_locked', { locked: leftIn(lots) });
      await recheckPrice(app, tx, of.offeringId, quote);
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

const lockQuote = (tx: Tx, id: string, now: Date): Promise<QuoteRow> =>
  tx.one<QuoteRow>(sql`
    select quantity, price_minor as "priceMinor", haircut_bps as "haircutBps",
           sale_id is not null or replaced_at is not null or expires_at <= ${now} as "isOver"
    from ipo_exit_quote where id = ${id} for update`);

/**
 * The last price check: a quote is no option that pays off when the price falls. After a rise the quoted price stays.
 * @throws Refusal `ipo.no_price`, `ipo.quote_moved`
 */
async function recheckPrice(app: App, tx: Tx, offeringId: string, { priceMinor, haircutBps }: QuoteRow): Promise<void> {
  const marketMinor = await freshPrice(app, tx, offeringId);
  if (marketMinor === undefined) throw refuse('ipo.no_price');
  const nowMinor = lessHaircut(marketMinor, haircutBps);
  const { moved } = await tx.one<{ moved: boolean }>(sql`
    select ipo_price_moved(${priceMinor}, ${nowMinor}) as moved`);
  if (moved && nowMinor < priceMinor) throw refuse('ipo.quote_moved');
}
