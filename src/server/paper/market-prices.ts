import { Big } from 'big.js';
import { tickerSymbols } from '#contract/constants.ts';
import { instruments } from '#server/market/instruments.ts';
import { simulatedPrice } from '#server/market/simulated-price.ts';
import type { App } from '#server/platform/app.ts';

/** What the market says of a symbol right now. */
export interface Quoted {
  symbol: string;
  bid: string;
  ask: string;
  at: Date;
  isOpen: boolean;
  changePercent: string;
  /** Of its prices. */
  currency: string;
  digits: number;
}

/** All that is quoted, by symbol. */
export function quotesNow({ clock }: App): Map<string, Quoted> {
  const at = clock.now();
  return new Map(
    tickerSymbols.map((symbol) => {
      const { digits, restsAtWeekends } = instruments[symbol];
      const bid = simulatedPrice(symbol, instruments[symbol], at).toFixed(digits);
      const ask = new Big(bid).times('1.0001').toFixed(digits);
      const isOpen = !restsAtWeekends || isWeek(at);
      return [symbol, { symbol, bid, ask, at, isOpen, changePercent: '0.00', currency: 'USD', digits }];
    }),
  );
}

/** Sunday 22:00 UTC to Friday 22:00 UTC. */
function isWeek(at: Date): boolean {
  const hours = at.getUTCDay() * 24 + at.getUTCHours();
  return hours >= 22 && hours < 5 * 24 + 22;
}
