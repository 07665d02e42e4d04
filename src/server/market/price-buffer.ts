import { Big } from 'big.js';
import { beginOf, type Bar, type Source, type Tick } from './source.ts';

/** So many minutes are remembered for whoever writes them down. */
const mostBars = 15;

/** What a source without a past has said so far: the latest prices, and bars of the last minutes. */
export function heardPrices(): Pick<Source, 'latest' | 'bars'> & { hear(ticks: Map<string, Tick>): void } {
  const latest = new Map<string, Tick>();
  const minutes = new Map<string, Bar[]>();
  return {
    hear(ticks) {
      for (const [symbol, tick] of ticks) {
        const before = latest.get(symbol);
        // Late news are no news.
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

function withTick(bars: Bar[], { bid, at: heardAt }: Tick): Bar[] {
  const at = beginOf('1m', heardAt);
  const last = bars.at(-1);
  if (last?.at.getTime() !== at.getTime()) {
    return [...bars, { at, open: bid, high: bid, low: bid, close: bid, heardAt }].slice(-mostBars);
  }
  const high = new Big(bid).gt(last.high) ? bid : last.high;
  const low = new Big(bid).lt(last.low) ? bid : last.low;
  return [...bars.slice(0, -1), { ...last, high, low, close: bid, heardAt }];
}
