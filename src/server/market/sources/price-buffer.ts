import { Big } from 'big.js';
import { startOf, type Bar, type Source, type Tick } from './source.ts';

/** Minutes that stay in memory until they are stored. */
const maxBars = 15;

/** What a source without a past has sent so far: the latest prices, and bars of the last minutes. */
export function priceBuffer(): Pick<Source, 'latest' | 'bars'> & { receive(ticks: Map<string, Tick>): void } {
  const latest = new Map<string, Tick>();
  const minutes = new Map<string, Bar[]>();
  return {
    receive(ticks) {
      for (const [symbol, tick] of ticks) {
        const before = latest.get(symbol);
        // A price older than the latest one is ignored.
        if (before && before.at > tick.at) continue;
        latest.set(symbol, tick);
        minutes.set(symbol, withTick(minutes.get(symbol) ?? [], tick));
      }
    },
    latest: (symbol) => latest.get(symbol),
    bars(symbol, interval, { from, to }) {
      return interval === '1m' ? (minutes.get(symbol) ?? []).filter(({ at }) => at >= from && at < to) : [];
    },
  };
}

function withTick(bars: Bar[], { bid, at: receivedAt }: Tick): Bar[] {
  const at = startOf('1m', receivedAt);
  const last = bars.at(-1);
  if (last?.at.getTime() !== at.getTime()) {
    return [...bars, { at, open: bid, high: bid, low: bid, close: bid, receivedAt }].slice(-maxBars);
  }
  const high = new Big(bid).gt(last.high) ? bid : last.high;
  const low = new Big(bid).lt(last.low) ? bid : last.low;
  return [...bars.slice(0, -1), { ...last, high, low, close: bid, receivedAt }];
}
