import type { Candle, Quote } from '#contract/market/endpoints.ts';
import type { CandleInterval } from '#contract/market/names.ts';

/** How far back the chart goes, from the last candle: a closed market is shown as it was. */
export const periods = ['1d', '1w', '1m', '1y'] as const;
export type Period = (typeof periods)[number];

const dayMs = 86_400_000;

/** The candles of each period, the finest that are stored for so long, and their maximum number. */
export const made: Record<Period, { interval: CandleInterval; max: number; days: number }> = {
  '1d': { interval: '5m', max: 288, days: 1 },
  '1w': { interval: '1h', max: 168, days: 7 },
  '1m': { interval: '4h', max: 186, days: 31 },
  '1y': { interval: '1d', max: 366, days: 366 },
};

const lengthMs: Record<CandleInterval, number> = {
  '1m': 60_000,
  '5m': 300_000,
  '15m': 900_000,
  '1h': 3_600_000,
  '4h': 14_400_000,
  '1d': dayMs,
};

/** Prices are compared and subtracted as whole numbers of these. */
const fractionDigits = 12;

function whole(price: string): bigint {
  const [units = '', fraction = ''] = price.split('.');
  return BigInt(units + fraction.padEnd(fractionDigits, '0').slice(0, fractionDigits));
}

/** Candles of a period that take in what was last said of the price. */
export function upTo(
  quote: Pick<Quote, 'bid' | 'at' | 'is_open' | 'is_stale'> | undefined,
  candles: readonly Candle[],
  period: Period,
): Candle[] {
  const known = quote?.is_open && !quote.is_stale ? withPrice(candles, made[period].interval, quote) : candles;
  const last = known.at(-1);
  if (!last) return [];
  const after = Date.parse(last.at) - made[period].days * dayMs;
  return known.filter(({ at }) => Date.parse(at) > after);
}

function withPrice(
  candles: readonly Candle[],
  interval: CandleInterval,
  { bid, at: receivedAt }: Pick<Quote, 'bid' | 'at'>,
): readonly Candle[] {
  const length = lengthMs[interval];
  const at = new Date(Math.floor(Date.parse(receivedAt) / length) * length).toISOString();
  const last = candles.at(-1);
  if (last && last.at > at) return candles;
  if (last?.at !== at) return [...candles, { at, open: bid, high: bid, low: bid, close: bid }];
  const high = whole(bid) > whole(last.high) ? bid : last.high;
  const low = whole(bid) < whole(last.low) ? bid : last.low;
  return [...candles.slice(0, -1), { ...last, high, low, close: bid }];
}

/** What candles come to; none of it without candles. */
export function figuresOf(candles: readonly Candle[]) {
  const [first, last] = [candles[0], candles.at(-1)];
  if (!first || !last) return undefined;
  const high = candles.reduce((max, candle) => (whole(candle.high) > whole(max) ? candle.high : max), first.high);
  const low = candles.reduce((min, candle) => (whole(candle.low) < whole(min) ? candle.low : min), first.low);
  return { last: last.close, high, low, changePercent: changePercent(first.open, last.close) };
}

/** In percent with two digits, signed, rounded to the nearest. */
function changePercent(before: string, after: string): string {
  const base = whole(before);
  if (base === 0n) return '0.00';
  const moved = (whole(after) - base) * 10_000n;
  const size = ((moved < 0n ? -moved : moved) + base / 2n) / base;
  const digits = size.toString().padStart(3, '0');
  const sign = moved < 0n && size > 0n ? '-' : '';
  return `${sign}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}
