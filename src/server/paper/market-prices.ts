import { Big } from 'big.js';
import { tickerSymbols } from '#contract/constants.ts';
import type { PaperCandle, PaperInstrument } from '#contract/paper.ts';
import { instruments } from '#server/market/instruments.ts';
import { simulatedPrice } from '#server/market/simulated-price.ts';
import type { App } from '#server/platform/app.ts';

/** What the market says of a symbol right now. */
export interface Quoted {
  symbol: string;
  name: string;
  group: PaperInstrument['group'];
  bid: string;
  ask: string;
  at: Date;
  isOpen: boolean;
  /** When that changes; null for what never rests. */
  changesAt: Date | null;
  changePercent: string;
  /** Of its prices. */
  currency: string;
  digits: number;
}

export type Interval = '1m' | '5m' | '15m' | '1h' | '4h' | '1d';

const minuteMs = 60_000;
const dayMs = 1440 * minuteMs;
const intervalMs: Record<Interval, number> = {
  '1m': minuteMs,
  '5m': 5 * minuteMs,
  '15m': 15 * minuteMs,
  '1h': 60 * minuteMs,
  '4h': 240 * minuteMs,
  '1d': dayMs,
};
const candlesShown = 500;
const samplesPerCandle = 12;

type Symbol = (typeof tickerSymbols)[number];
const names: Record<Symbol, [name: string, group: PaperInstrument['group']]> = {
  SPX: ['S&P 500', 'indices'],
  NDX: ['Nasdaq 100', 'indices'],
  EURUSD: ['EUR / USD', 'fx'],
  BTCUSD: ['BTC / USD', 'crypto'],
  ETHUSD: ['ETH / USD', 'crypto'],
};

const bidAt = (symbol: Symbol, atMs: number) =>
  simulatedPrice(symbol, instruments[symbol], new Date(atMs)).toFixed(instruments[symbol].digits);

/** All that is quoted, by symbol. */
export function quotesNow({ clock }: App): Map<string, Quoted> {
  const at = clock.now();
  return new Map(tickerSymbols.map((symbol) => [symbol, quoteAt(symbol, at)]));
}

function quoteAt(symbol: Symbol, at: Date): Quoted {
  const { digits, restsAtWeekends } = instruments[symbol];
  const [name, group] = names[symbol];
  const bid = bidAt(symbol, at.getTime());
  const session = restsAtWeekends ? weekAt(at) : { isOpen: true, changesAt: null };
  const close = bidAt(symbol, Math.floor(at.getTime() / dayMs) * dayMs);
  const changePercent = new Big(bid).div(close).minus(1).times(100).toFixed(2);
  const ask = new Big(bid).times('1.0001').toFixed(digits);
  return { symbol, name, group, bid, ask, at, ...session, changePercent, currency: 'USD', digits };
}

/** Open from Sunday 22:00 UTC to Friday 22:00 UTC. */
function weekAt(at: Date): { isOpen: boolean; changesAt: Date } {
  const sunday = Math.floor(at.getTime() / dayMs) * dayMs - at.getUTCDay() * dayMs;
  const [opens, closes] = [sunday + 22 * 60 * minuteMs, sunday + (5 * 24 + 22) * 60 * minuteMs];
  if (at.getTime() < opens) return { isOpen: false, changesAt: new Date(opens) };
  if (at.getTime() < closes) return { isOpen: true, changesAt: new Date(closes) };
  return { isOpen: false, changesAt: new Date(opens + 7 * dayMs) };
}

/** Candles of bid prices that began before an instant, the earliest first; the last may still be forming. */
export function candlesBefore({ clock }: App, symbol: string, interval: Interval, before?: Date): PaperCandle[] {
  const known = tickerSymbols.find((each) => each === symbol);
  if (known === undefined) return [];
  const nowMs = clock.now().getTime();
  const lengthMs = intervalMs[interval];
  const latest = Math.floor((Math.min(before?.getTime() ?? Infinity, nowMs + 1) - 1) / lengthMs) * lengthMs;
  const starts = Array.from({ length: candlesShown }, (_, n) => latest - (candlesShown - 1 - n) * lengthMs);
  return starts.filter((start) => isTraded(known, start)).map((start) => candleFrom(known, start, lengthMs, nowMs));
}

function isTraded(symbol: Symbol, startMs: number): boolean {
  return !instruments[symbol].restsAtWeekends || weekAt(new Date(startMs)).isOpen;
}

function candleFrom(symbol: Symbol, startMs: number, lengthMs: number, nowMs: number): PaperCandle {
  const endMs = Math.min(startMs + lengthMs, nowMs);
  const prices = Array.from({ length: samplesPerCandle + 1 }, (_, n) =>
    bidAt(symbol, startMs + ((endMs - startMs) * n) / samplesPerCandle),
  );
  const byPrice = prices.toSorted((a, b) => new Big(a).cmp(b));
  const [open = '', close = '', low = '', high = ''] = [prices[0], prices.at(-1), byPrice[0], byPrice.at(-1)];
  return { at: new Date(startMs).toISOString(), open, high, low, close };
}
