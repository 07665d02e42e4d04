import { Big } from 'big.js';
import { scaleOf } from '#contract/kernel/money.ts';

// The platform's arithmetic. Prices, volumes and rates are decimal strings; amounts are minor units of the account's
// currency, rounded in favour of the operator.

export type Side = 'buy' | 'sell';
export type OrderType = 'market' | 'limit' | 'stop';

export interface Prices {
  bid: string;
  ask: string;
}

/** By which a symbol is traded; see the table `paper_terms`. */
export interface Terms {
  contractSize: string;
  volumeMin: string;
  volumeStep: string;
  volumeMax: string;
  stopDistance: string;
  commissionPerLot: string;
  swapLongPercent: string;
  swapShortPercent: string;
  tripleSwapWeekday: number | null;
}

/** Into minor units of an account: its currency, and what one unit of the price's currency is worth in it. */
export interface Conversion {
  currency: string;
  rate: string;
}

/** The digits of a division of money; what is cut off there is far below a minor unit. */
const Exact = Big();
Exact.DP = 30;

const opposite = { buy: 'sell', sell: 'buy' } as const;
export const otherSide = (side: Side): Side => opposite[side];

/** A buyer opens at the ask and closes at the bid; a seller the other way round. */
export const openingPrice = (side: Side, { bid, ask }: Prices): string => (side === 'buy' ? ask : bid);
export const closingPrice = (side: Side, { bid, ask }: Prices): string => (side === 'buy' ? bid : ask);

/** Towards less for the client, whatever the sign. */
function toMinor(amount: Big, { currency, rate }: Conversion): bigint {
  const minor = amount.times(rate).times(new Exact(10).pow(scaleOf(currency)));
  const whole = minor.round(0, Big.roundDown);
  return BigInt((whole.gt(minor) ? whole.minus(1) : whole).toFixed(0));
}

/** In the price's currency. */
const valueOf = (volume: string, contractSize: string, price: string): Big =>
  new Exact(volume).times(contractSize).times(price);

export function valueMinor(volume: string, terms: Terms, price: string, to: Conversion): bigint {
  return toMinor(valueOf(volume, terms.contractSize, price), to);
}

/** What a position binds: its value by the account's leverage, rounded up. */
export function marginMinor(volume: string, terms: Terms, price: string, leverage: number, to: Conversion): bigint {
  return -toMinor(valueOf(volume, terms.contractSize, price).div(leverage).neg(), to);
}

/** What a position brings when it is closed at `now`; costs are apart. */
export function profitMinor(
  position: { side: Side; volume: string; openPrice: string },
  terms: Terms,
  now: string,
  to: Conversion,
): bigint {
  const rise = new Exact(now).minus(position.openPrice);
  const gain = position.side === 'buy' ? rise : rise.neg();
  return toMinor(gain.times(position.volume).times(terms.contractSize), to);
}

/** Negative, as all costs are. */
export function commissionMinor(volume: string, terms: Terms, to: Conversion): bigint {
  return toMinor(new Exact(volume).times(terms.commissionPerLot).neg(), to);
}

/** What the difference of bid and ask costs a volume. */
export function spreadMinor(volume: string, terms: Terms, { bid, ask }: Prices, to: Conversion): bigint {
  return toMinor(new Exact(bid).minus(ask).times(volume).times(terms.contractSize), to);
}

/** The swap of some nights, by a year of 360 days as the trade has it; negative is paid by the client. */
export function swapMinor(
  position: { side: Side; volume: string },
  terms: Terms,
  price: string,
  nights: number,
  to: Conversion,
): bigint {
  const percent = position.side === 'buy' ? terms.swapLongPercent : terms.swapShortPercent;
  const yearly = valueOf(position.volume, terms.contractSize, price).times(percent).div(100);
  return toMinor(yearly.times(nights).div(360), to);
}

/** The part of an amount that belongs to a part of a volume; the rest stays with the rest, to the last unit. */
export function partMinor(amountMinor: bigint, volume: string, of: string): bigint {
  if (new Exact(volume).eq(of)) return amountMinor;
  return BigInt(new Exact(String(amountMinor)).times(volume).div(of).toFixed(0, Big.roundDown));
}

/** Equity in percent of margin with two digits, rounded down; null where nothing is bound. */
export function marginLevel(equityMinor: bigint, marginUsedMinor: bigint): string | null {
  if (marginUsedMinor === 0n) return null;
  const percent = new Exact(String(equityMinor)).times(100).div(String(marginUsedMinor));
  const cut = percent.round(2, Big.roundDown);
  return (cut.gt(percent) ? cut.minus('0.01') : cut).toFixed(2);
}

/** Whether equity is at or below this percentage of a bound margin. */
export function isAtOrBelow(percent: number, equityMinor: bigint, marginUsedMinor: bigint): boolean {
  return marginUsedMinor > 0n && equityMinor * 100n <= marginUsedMinor * BigInt(percent);
}

/** Which position a stop-out closes: the one with the largest loss, of equals the oldest. */
export function firstToClose<P extends { ticket: bigint; resultMinor: bigint }>(
  positions: readonly P[],
): P | undefined {
  return positions.toSorted((a, b) =>
    a.resultMinor === b.resultMinor ? (a.ticket < b.ticket ? -1 : 1) : a.resultMinor < b.resultMinor ? -1 : 1,
  )[0];
}
