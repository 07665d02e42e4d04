import { Big } from 'big.js';
import type { Config } from '#server/platform/config/config.ts';
import type { Tick } from './source.ts';

/** Where in a message of a source its prices are; see `MARKET_FEED_MAPPING`. */
export type Mapping = Config['market']['mapping'];

/**
 * The prices in a message, by our symbols. A price that cannot be read, is not positive, or has its ask below its bid,
 * is left out: a source's mistake must not become a price to trade at.
 */
export function readTicks(message: unknown, mapping: Mapping, receivedAt: Date): Map<string, Tick> {
  const ours = new Map(Object.entries(mapping.symbols).map(([own, theirs]) => [theirs, own]));
  const ticks = itemsOf(at(message, mapping.items), mapping).flatMap(([key, item]): [string, Tick][] => {
    const named = mapping.symbol === '$key' ? key : at(item, mapping.symbol);
    const [bid, ask] = [decimalOf(at(item, mapping.bid)), decimalOf(at(item, mapping.ask))];
    if (typeof named !== 'string' || !bid || !ask || new Big(ask).lt(bid)) return [];
    const sourceAt = mapping.time === undefined ? receivedAt : timeOf(at(item, mapping.time));
    if (!sourceAt) return [];
    // Prices of a source whose clock is ahead would otherwise never be stale.
    return [[ours.get(named) ?? named.toUpperCase(), { bid, ask, at: sourceAt < receivedAt ? sourceAt : receivedAt }]];
  });
  return new Map(ticks);
}

/** A list, an object by symbol, or a single price. */
function itemsOf(found: unknown, { symbol }: Mapping): [key: string, item: unknown][] {
  if (Array.isArray(found)) return found.map((item: unknown) => ['', item]);
  if (typeof found !== 'object' || found === null) return [];
  return symbol === '$key' ? Object.entries(found) : [['', found]];
}

/** Follows names with dots between them; the value itself if there are none. */
function at(thing: unknown, path: string): unknown {
  if (path === '') return thing;
  return path
    .split('.')
    .reduce<unknown>(
      (inner, name) =>
        typeof inner === 'object' && inner !== null && Object.hasOwn(inner, name)
          ? (inner as Record<string, unknown>)[name]
          : undefined,
      thing,
    );
}

function decimalOf(value: unknown): string | undefined {
  // JSON numbers are read as floats; the shortest text of a float is what was written.
  const text = typeof value === 'number' && Number.isFinite(value) ? new Big(value).toFixed() : value;
  return typeof text === 'string' && /^(?=.*[1-9])\d{1,12}(\.\d{1,18})?$/.test(text) ? text : undefined;
}

/** ISO 8601, or seconds or milliseconds since 1970. */
function timeOf(value: unknown): Date | undefined {
  const since = typeof value === 'string' && /^\d+(\.\d+)?$/.test(value) ? Number(value) : value;
  const date =
    typeof since === 'number'
      ? new Date(since < 1e11 ? since * 1000 : since)
      : new Date(typeof since === 'string' ? since : NaN);
  return Number.isNaN(date.getTime()) ? undefined : date;
}
