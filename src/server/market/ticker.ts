import { tickerSymbols } from '#contract/constants.ts';
import type { Quote } from '#contract/market.ts';
import { instruments } from './instruments.ts';
import { simulatedPrice } from './simulated-price.ts';

/** The tape at an instant: prices, and their change since the last UTC midnight. */
export function tickerAt(at: Date): Quote[] {
  const midnight = new Date(at);
  midnight.setUTCHours(0, 0, 0, 0);
  return tickerSymbols.map((symbol) => {
    const instrument = instruments[symbol];
    const price = simulatedPrice(symbol, instrument, at);
    const close = simulatedPrice(symbol, instrument, midnight);
    return {
      symbol,
      price: price.toFixed(instrument.digits),
      change_percent: withoutMinusZero(((price / close - 1) * 100).toFixed(2)),
    };
  });
}

function withoutMinusZero(text: string): string {
  return text === '-0.00' ? '0.00' : text;
}
