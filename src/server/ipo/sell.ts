import { amountWritten } from '#server/platform/formats/money-format.ts';
import type { IpoSale } from '#contract/ipo/records.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import { houseAccount, openAccounts, walletAccounts } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { runIdempotent } from '#server/platform/idempotency.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { escrowOf } from './allotment/allot-offering.ts';
import { offeringColumns, shownToClients, type OfferingRow } from './offerings/offering-row.ts';
import { freshPrice } from './price.ts';
import { recordStatus } from './applications/status-history.ts';
import { priceIn } from './applications/terms.ts';

/** Shares of one application that may be sold. */
export interface Lot {
  holdingId: string;
  applicationId: string;
  walletId: string;
  quantity: number;
  soldQuantity: number;
  /** The cost of all of them, fees included. */
  paidMinor: bigint;
}

export interface Sale {
  offering: OfferingRow;
  clientId: string;
  lots: readonly Lot[];
  quantity: number;
  priceMinor: bigint;
  /** For a sale before the lock-up ends: the haircut on the price. */
  earlyExitBps: number | null;
}

/**
 * Sells free shares at the quoted price, the oldest first. Two sales of one client are serialised by a lock on the
 * holdings.
 * @throws Refusal `http.not_found`, `ipo.not_listed`, `ipo.not_free`, `ipo.no_price`, `ipo.price_moved`
 */
export async function sell(
  app: App,
  me: Pick<Person, 'id'>,
  { key, body }: { key: string; body: { stock_id: string; quantity: number; price?: string | undefined } },
): Promise<IpoSale> {
  const saleId = await app.db.tx((tx) =>
    runIdempotent(app, tx, { ownerId: me.id, key, action: 'ipo.sell', body }, async () => {
      const now = app.clock.now();
      const { offering, lots } = await lockLots(tx, me.id, body.stock_id, sql`h.tradable_at <= ${now}`);
      if (offering.state !== 'listed' && offering.state !== 'unlocked') throw refuse('ipo.not_listed');
      const free = leftIn(lots);
      if (body.quantity > free) throw refuseField('quantity', 'ipo.not_free', { free });
      const priceMinor = await freshPrice(app, tx, offering.id);
      if (priceMinor === undefined) throw refuse('ipo.no_price');
      const seen = body.price === undefined ? null : priceIn(body.price, offering.currency);
      if (seen === null && body.price !== undefined) throw refuseField('price', 'validation.number');
      if (seen !== null && priceMinor < seen)
        throw refuse('ipo.price_moved', { price: amountWritten(priceMinor, offering.currency) });
      return settleSale(app, tx, {
        offering,
        clientId: me.id,
        lots,
        quantity: body.quantity,
        priceMinor,
        earlyExitBps: null,
      });
    }),
  );
  return readSale(app.db, me, saleId);
}

export const leftIn = (lots: readonly Lot[]): number =>
  lots.reduce((sum, { quantity, soldQuantity }) => sum + quantity - soldQuantity, 0);

/**
 * The client's shares of an offering that may be sold, the oldest first, under lock.
 * @throws Refusal `http.not_found` when the client holds none of it at all
 */
export async function lockLots(
  tx: Tx,
  clientId: string,
  offeringId: string,
  sellable: Sql,
): Promise<{ offering: OfferingRow; lots: Lot[] }> {
  const offering = await tx.maybeOne<OfferingRow>(sql`
    select ${offeringColumns} from ipo_offering o
    where o.id = ${offeringId} and ${shownToClients}
      and exists (select from ipo_holding h where h.offering_id = o.id and h.client_id = ${clientId})
    for share`);
  if (!offering) throw notFound();
  const lots = await tx.rows<Lot>(sql`
    select h.id as "holdingId", h.application_id as "applicationId", h.wallet_id as "walletId", h.quantity,
           h.sold_quantity as "soldQuantity", h.cost_minor + h.fee_minor as "paidMinor"
    from ipo_holding h
    where h.client_id = ${clientId} and h.offering_id = ${offeringId} and h.sold_quantity < h.quantity and ${sellable}
    order by h.acquired_at, h.id for update`);
  return { offering, lots };
}

/**
 * Pays for sold shares: proceeds less the fee, which is rounded up. They go to the wallet that paid for the shares. Any
 * lot gives that wallet: a client has one wallet in a currency, and one application for an offering counts.
 * @returns the sale's id
 */
export async function settleSale(app: App, tx: Tx, sale: Sale): Promise<string> {
  const { offering, clientId, lots, quantity, priceMinor, earlyExitBps } = sale;
  const at = app.clock.now();
  const id = newId();
  const walletId = lots[0]?.walletId;
  if (walletId === undefined) throw new Error(`a sale of ${offering.ticker} without shares`);
  const { proceedsMinor, feeMinor } = proceedsOf(offering, quantity, priceMinor);
  const escrow = escrowOf(offering.id, offering.currency);
  const fees = houseAccount('fees', offering.currency);
  await openAccounts(tx, at, [escrow, fees]);
  const paid = await post(
    tx,
    { scope: `ipo-sale:${id}`, key: 'sell', kind: 'ipo', at, actorId: clientId, reference: { type: 'ipo_sale', id } },
    [
      { account: escrow.code, amountMinor: -proceedsMinor },
      { account: walletAccounts(clientId, walletId).available, amountMinor: proceedsMinor - feeMinor },
      { account: fees.code, amountMinor: feeMinor },
    ].filter(({ amountMinor }) => amountMinor !== 0n),
  );
  const parts = takeFirst(lots, quantity);
  const costMinor = parts.reduce((sum, part) => sum + part.costMinor, 0n);
  await tx.run(sql`
    insert into ipo_sale (id, client_id, wallet_id, offering_id, currency, quantity, price_minor, proceeds_minor, fee_minor, cost_minor,
                          early_exit_bps, transaction_id, at)
    values (${id}, ${clientId}, ${walletId}, ${offering.id}, ${offering.currency}, ${quantity}, ${priceMinor}, ${proceedsMinor},
            ${feeMinor}, ${costMinor}, ${earlyExitBps}, ${paid.id}, ${at})`);
  for (const part of parts) await takePart(app, tx, sale, id, part);
  return id;
}

/** The gross proceeds of a sale, and the fee. */
export function proceedsOf({ feeOutBps }: Pick<OfferingRow, 'feeOutBps'>, quantity: number, priceMinor: bigint) {
  const proceedsMinor = BigInt(quantity) * priceMinor;
  return { proceedsMinor, feeMinor: (proceedsMinor * BigInt(feeOutBps) + 9_999n) / 10_000n };
}

interface Part {
  lot: Lot;
  quantity: number;
  costMinor: bigint;
}

/** First in, first out. The cost of a part is rounded so that all parts of a lot add up to the whole. */
export function takeFirst(lots: readonly Lot[], quantity: number): Part[] {
  const parts: Part[] = [];
  let remaining = quantity;
  for (const lot of lots) {
    const taken = Math.min(remaining, lot.quantity - lot.soldQuantity);
    if (taken <= 0) continue;
    const costUpTo = (sold: number) => (lot.paidMinor * BigInt(sold)) / BigInt(lot.quantity);
    parts.push({ lot, quantity: taken, costMinor: costUpTo(lot.soldQuantity + taken) - costUpTo(lot.soldQuantity) });
    remaining -= taken;
  }
  if (remaining > 0) throw new Error(`${remaining} of ${quantity} shares are missing`);
  return parts;
}

async function takePart(
  app: App,
  tx: Tx,
  sale: Sale,
  saleId: string,
  { lot, quantity, costMinor }: Part,
): Promise<void> {
  const { holdingId, applicationId } = lot;
  await tx.run(sql`update ipo_holding set sold_quantity = sold_quantity + ${quantity} where id = ${holdingId}`);
  await tx.run(sql`
    insert into ipo_sale_part (sale_id, holding_id, quantity, cost_minor) values (${saleId}, ${holdingId}, ${quantity}, ${costMinor})`);
  if (lot.soldQuantity + quantity < lot.quantity) return;
  await tx.run(sql`
    update ipo_application set state = 'closed', updated_at = ${app.clock.now()} where id = ${applicationId}`);
  await recordStatus(app, tx, {
    applicationId,
    clientId: sale.clientId,
    state: 'closed',
    quantity: lot.quantity,
    by: 'client',
  });
}

interface SaleRow {
  id: string;
  number: bigint;
  offeringId: string;
  ticker: string;
  currency: string;
  quantity: number;
  priceMinor: bigint;
  proceedsMinor: bigint;
  feeMinor: bigint;
  costMinor: bigint;
  early: boolean;
  at: Date;
}

/** @throws Refusal `http.not_found` */
export async function readSale(db: Queries, me: Pick<Person, 'id'>, saleId: string): Promise<IpoSale> {
  const row = await db.maybeOne<SaleRow>(sql`
    select s.id, s.number, s.offering_id as "offeringId", o.ticker, s.currency, s.quantity, s.price_minor as "priceMinor",
           s.proceeds_minor as "proceedsMinor", s.fee_minor as "feeMinor", s.cost_minor as "costMinor",
           s.early_exit_bps is not null as early, s.at
    from ipo_sale s join ipo_offering o on o.id = s.offering_id where s.id = ${saleId} and s.client_id = ${me.id}`);
  if (!row) throw notFound();
  const money = (minor: bigint) => toDecimal(minor, row.currency);
  const net = row.proceedsMinor - row.feeMinor;
  return {
    id: row.id,
    number: `S-${row.number}`,
    stock_id: row.offeringId,
    ticker: row.ticker,
    currency: row.currency,
    quantity: row.quantity,
    price: money(row.priceMinor),
    proceeds: money(row.proceedsMinor),
    fee: money(row.feeMinor),
    net: money(net),
    cost: money(row.costMinor),
    result: money(net - row.costMinor),
    early: row.early,
    at: row.at.toISOString(),
  };
}
