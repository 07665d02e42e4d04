import { Big } from 'big.js';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Book, OpenPosition } from '../book.ts';
import { conversionTo, listed, type Conditions } from '../conditions.ts';
import { closingPrice, commissionMinor, otherSide, partMinor, profitMinor } from '../rules.ts';
import { drawTicket } from '../settlement/book-deal.ts';
import { settle } from '../settlement/settle.ts';

export type CloseReason = 'client' | 'sl' | 'tp' | 'stop_out';

/** What closing came to, in minor units: profit without costs. */
export interface Closed {
  position: bigint;
  deal: bigint;
  price: string;
  volume: string;
  profitMinor: bigint;
}

/** Closes a volume of a position at the market's price of the moment: an order, a deal, and what stays of the position. */
export async function closePosition(
  tx: Tx,
  book: Book,
  conditions: Conditions,
  closing: { position: OpenPosition; volume: string; reason: CloseReason },
): Promise<Closed> {
  const { position, volume } = closing;
  const { terms, quote } = listed(conditions, position.symbol) ?? {};
  if (!terms || !quote) throw new Error(`${position.symbol} is not traded`);
  const price = closingPrice(position.side, quote);
  const to = conversionTo(book.currency, conditions, quote.currency);
  const profit = profitMinor({ ...position, volume }, terms, price, to);
  const swap = partMinor(position.swap, volume, position.volume);
  const [order, ticket] = await Promise.all([writeOrder(tx, conditions, closing, price), drawTicket(tx)]);
  const shrunk = shrink(tx, book, conditions, closing, swap);
  const settled = settle(tx, book, conditions.now, {
    ticket,
    type: otherSide(position.side),
    entry: 'out',
    symbol: position.symbol,
    volume,
    price,
    order,
    position: position.ticket,
    rate: to.rate,
    commissionMinor: commissionMinor(volume, terms, to),
    swapMinor: swap,
    profitMinor: profit,
  });
  const [, deal] = await Promise.all([shrunk, settled]);
  return { position: position.ticket, deal, price, volume, profitMinor: profit };
}

async function writeOrder(
  tx: Tx,
  { now }: Conditions,
  { position, volume, reason }: { position: OpenPosition; volume: string; reason: CloseReason },
  price: string,
): Promise<bigint> {
  const { ticket } = await tx.one<{ ticket: bigint }>(sql`
    insert into paper_order (account, entry, position, symbol, side, type, state, reason, volume, filled_volume, filled_price, placed_at, done_at)
    values (${position.account}, 'out', ${position.ticket}, ${position.symbol}, ${otherSide(position.side)}, 'market', 'filled', ${reason},
            ${volume}, ${volume}, ${price}, ${now}, ${now})
    returning ticket`);
  return ticket;
}

/** Takes the volume from the position; one that is empty then is closed, and is no longer in the book. */
async function shrink(
  tx: Tx,
  book: Book,
  { now }: Conditions,
  { position, volume, reason }: { position: OpenPosition; volume: string; reason: CloseReason },
  swap: bigint,
): Promise<void> {
  const margin = position.margin - partMinor(position.margin, volume, position.volume);
  const left = new Big(position.volume).minus(volume);
  const isClosed = left.eq(0);
  const touched = await tx.run(sql`
    update paper_position set volume = volume - ${volume}, margin = ${margin}, swap = ${position.swap - swap},
           closed_at = ${isClosed ? now : null}, close_reason = ${isClosed ? reason : null}
    where ticket = ${position.ticket} and closed_at is null and volume >= ${volume}`);
  if (touched !== 1) throw new Error(`position ${position.ticket} is not as the book says`);
  if (isClosed) {
    book.positions = book.positions.filter(({ ticket }) => ticket !== position.ticket);
  } else {
    const stays = book.positions.find(({ ticket }) => ticket === position.ticket);
    if (stays) Object.assign(stays, { volume: left.toFixed(), margin, swap: position.swap - swap });
  }
}
