import type { Book, OpenPosition } from '../book.ts';
import { conversionTo, listed, neededMargin, type Conditions } from '../conditions.ts';
import { closingPrice, profitMinor } from '../rules.ts';

/** A position at present prices, in minor units. `price` is null where there is no quote, which counts as no profit. */
export interface Valued extends OpenPosition {
  /** What it needs now; around a long closure of its market that is more than at the opening. */
  neededMinor: bigint;
  price: string | null;
  profitMinor: bigint;
  /** With the swap it has gathered. */
  resultMinor: bigint;
}

/** An account at present prices, in minor units. Equity is balance − advance + unrealised. */
export interface Figures {
  positions: Valued[];
  unrealisedMinor: bigint;
  equityMinor: bigint;
  marginMinor: bigint;
  freeMarginMinor: bigint;
}

export function valuePosition(position: OpenPosition, currency: string, conditions: Conditions): Valued {
  const { terms, quote } = listed(conditions, position.symbol) ?? {};
  const neededMinor = neededMargin(position.margin, position.symbol, conditions);
  if (!terms || !quote) return { ...position, neededMinor, price: null, profitMinor: 0n, resultMinor: position.swap };
  const price = closingPrice(position.side, quote);
  const profit = profitMinor(position, terms, price, conversionTo(currency, conditions, quote.currency));
  return { ...position, neededMinor, price, profitMinor: profit, resultMinor: profit + position.swap };
}

export function figuresOf(book: Book, conditions: Conditions): Figures {
  const positions = book.positions.map((position) => valuePosition(position, book.currency, conditions));
  const unrealisedMinor = positions.reduce((sum, { resultMinor }) => sum + resultMinor, 0n);
  const marginMinor = positions.reduce((sum, { neededMinor }) => sum + neededMinor, 0n);
  const equityMinor = book.balance - book.advance + unrealisedMinor;
  return { positions, unrealisedMinor, equityMinor, marginMinor, freeMarginMinor: equityMinor - marginMinor };
}
