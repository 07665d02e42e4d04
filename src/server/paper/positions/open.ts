import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Book } from '../book.ts';
import { conversionTo, listed, neededMargin, type Conditions } from '../conditions.ts';
import { figuresOf } from './figures.ts';
import {
  commissionMinor,
  marginMinor,
  openingPrice,
  spreadMinor,
  valueMinor,
  type Conversion,
  type Side,
} from '../rules.ts';
import { settle } from '../settlement/settle.ts';

/** What to open, at the market's price of the moment. */
export interface Opening {
  symbol: string;
  side: Side;
  volume: string;
  sl: string | null;
  tp: string | null;
}

/** What opening takes and costs; costs are negative. */
export interface Cost {
  price: string;
  valueMinor: bigint;
  /** Stored with the position. */
  marginMinor: bigint;
  /** The same, or more of it around a long closure of the market. */
  neededMinor: bigint;
  commissionMinor: bigint;
  spreadMinor: bigint;
  to: Conversion;
}

/** @param price other than the market's, for an order that waits */
export function costOf(
  { symbol, side, volume }: Opening,
  book: Pick<Book, 'currency' | 'leverage'>,
  conditions: Conditions,
  price?: string,
): Cost {
  const { terms, quote } = listed(conditions, symbol) ?? {};
  if (!terms || !quote) throw new Error(`${symbol} is not traded`);
  const to = conversionTo(book.currency, conditions, quote.currency);
  const at = price ?? openingPrice(side, quote);
  const margin = marginMinor(volume, terms, at, book.leverage, to);
  return {
    price: at,
    valueMinor: valueMinor(volume, terms, at, to),
    marginMinor: margin,
    neededMinor: neededMargin(margin, symbol, conditions),
    commissionMinor: commissionMinor(volume, terms, to),
    spreadMinor: spreadMinor(volume, terms, quote, to),
    to,
  };
}

/** Whether the account has what an order takes: its margin, its commission and the spread it loses at once. */
export function isCovered(cost: Cost, book: Book, conditions: Conditions): boolean {
  const { freeMarginMinor } = figuresOf(book, conditions);
  return freeMarginMinor + cost.commissionMinor + cost.spreadMinor >= cost.neededMinor;
}

/**
 * Opens a position for an order that is filled now, under the order's ticket.
 * @param deal the ticket of its deal, where it is drawn already
 */
export async function openPosition(
  tx: Tx,
  book: Book,
  conditions: Conditions,
  opening: Opening & { ticket: bigint; deal?: bigint; countsAsChange?: boolean },
): Promise<void> {
  const { ticket, symbol, side, volume, sl, tp } = opening;
  const { now } = conditions;
  const cost = costOf(opening, book, conditions);
  const store = tx.run(sql`
    insert into paper_position (ticket, account, symbol, side, opened_volume, volume, open_price, sl, tp, margin, opened_at)
    values (${ticket}, ${book.number}, ${symbol}, ${side}, ${volume}, ${volume}, ${cost.price}, ${sl}, ${tp}, ${cost.marginMinor}, ${now})`);
  book.positions.push({
    ticket,
    account: book.number,
    symbol,
    side,
    openedVolume: volume,
    volume,
    openPrice: cost.price,
    sl,
    tp,
    margin: cost.marginMinor,
    swap: 0n,
    openedAt: now,
    settledNight: null,
  });
  const settled = settle(tx, book, now, {
    ...(opening.deal !== undefined && { ticket: opening.deal }),
    ...(opening.countsAsChange && { countsAsChange: true }),
    type: side,
    entry: 'in',
    symbol,
    volume,
    price: cost.price,
    order: ticket,
    position: ticket,
    sl,
    tp,
    rate: cost.to.rate,
    commissionMinor: cost.commissionMinor,
  });
  await Promise.all([store, settled]);
}
