import { Big } from 'big.js';
import type { App } from '#server/platform/app.ts';
import { marketFeed } from './feed.ts';

const priceNames = ['price', 'open_price', 'close_price', 'filled_price', 'sl', 'tp'] as const;
type Priced = { symbol: string | null } & { [name in (typeof priceNames)[number]]?: string | null };

/**
 * Records of trades for display, each price with the digits of its instrument. Platforms and sums drop zeros or have
 * more digits. The price of an unknown symbol stays as it is.
 */
export function inPriceDigits<T extends Priced>(app: App, records: readonly T[]): T[] {
  const digits = new Map(
    marketFeed(app)
      .instruments()
      .map((each) => [each.symbol, each.digits]),
  );
  return records.map((record) => {
    const count = record.symbol === null ? undefined : digits.get(record.symbol);
    if (count === undefined) return record;
    const prices = priceNames.flatMap((name) => {
      const price = record[name];
      return price ? [[name, new Big(price).toFixed(count)]] : [];
    });
    return { ...record, ...Object.fromEntries(prices) };
  });
}
