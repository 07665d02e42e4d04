import type { Deal } from '#contract/trading/records.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** A deal as the platform books it: amounts in minor units of the account's currency, costs negative. */
export interface NewDeal {
  account: bigint;
  at: Date;
  /** By `drawTicket`; otherwise it gets the next one. */
  ticket?: bigint;
  type: Deal['type'];
  /** Only what is traded has the next four. Volume in lots. */
  entry?: NonNullable<Deal['entry']>;
  symbol?: string;
  volume?: string;
  price?: string;
  /** The order that it fills, the position that it opens or closes, and the stops that hold from then on. */
  order?: bigint;
  position?: bigint;
  sl?: string | null;
  tp?: string | null;
  /** That turned the result into the account's currency. */
  rate?: string;
  commissionMinor?: bigint;
  swapMinor?: bigint;
  feeMinor?: bigint;
  profitMinor?: bigint;
  /** A deal with a name that was booked before is not booked again. */
  externalId?: string;
  comment?: string;
  /** It is all that changes, so it counts the version of the account. */
  countsAsChange?: boolean;
}

/** Draws the ticket of a deal with the lock on its account held, so that tickets have the order of the balance. */
export async function drawTicket(tx: Tx): Promise<bigint> {
  const { ticket } = await tx.one<{ ticket: bigint }>(sql`select nextval('paper_ticket') as ticket`);
  return ticket;
}

/**
 * Books a deal and moves the balance with it, in one statement.
 * @returns its ticket, or undefined when it was booked before
 */
export async function bookDeal(tx: Tx, deal: NewDeal): Promise<bigint | undefined> {
  const { commissionMinor = 0n, swapMinor = 0n, feeMinor = 0n, profitMinor = 0n } = deal;
  const row = await tx.maybeOne<{ ticket: bigint }>(sql`
    with booked as (
      insert into paper_deal (ticket, account, external_id, at, type, entry, symbol, volume, price, order_ticket, position, sl, tp, rate,
                              commission, swap, fee, profit, comment)
      values (coalesce(${deal.ticket ?? null}, nextval('paper_ticket')), ${deal.account}, ${deal.externalId ?? null}, ${deal.at}, ${deal.type}, ${deal.entry ?? null}, ${deal.symbol ?? null},
              ${deal.volume ?? null}, ${deal.price ?? null}, ${deal.order ?? null}, ${deal.position ?? null}, ${deal.sl ?? null}, ${deal.tp ?? null},
              ${deal.rate ?? null}, ${commissionMinor}, ${swapMinor}, ${feeMinor}, ${profitMinor}, ${deal.comment ?? null})
      on conflict (external_id) do nothing
      returning ticket, account, commission + swap + fee + profit as net),
    moved as (
      update paper_account a set balance = a.balance + booked.net, version = a.version + ${deal.countsAsChange ? 1 : 0}
      from booked where a.number = booked.account)
    select ticket from booked`);
  return row?.ticket;
}
