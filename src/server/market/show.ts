import { tickerSymbols } from '#contract/kernel/constants.ts';
import type { Instrument, Quote } from '#contract/market/endpoints.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import { hoursOf, marketFeed, nameOf, type MarketQuote } from './feed.ts';

/** The state of a quote, as in every response. */
export const shownState = ({ changePercent, isOpen, isStale }: MarketQuote) => ({
  change_percent: changePercent,
  is_open: isOpen,
  is_stale: isStale,
});

/** The ticker tape; what the source does not quote is left out. */
export function showTicker(app: App, language: Language) {
  const feed = marketFeed(app);
  const quotes = tickerSymbols.flatMap((symbol) => {
    const instrument = feed.instruments().find((each) => each.symbol === symbol);
    const quote = feed.quote(symbol);
    if (!instrument || !quote) return [];
    return [{ symbol, name: nameOf(app, language, instrument), price: quote.bid, ...shownState(quote) }];
  });
  return { simulated: feed.simulated, at: app.clock.now().toISOString(), quotes };
}

export function showInstruments(app: App, language: Language): { simulated: boolean; instruments: Instrument[] } {
  const feed = marketFeed(app);
  const instruments = feed.instruments().map((instrument): Instrument => {
    const { symbol, group, base, currency, digits, sessions } = instrument;
    const { isOpen, changesAt } = hoursOf(instrument, app.clock.now());
    return {
      symbol,
      name: nameOf(app, language, instrument),
      group,
      base,
      currency,
      digits,
      sessions: sessions.map(([from, to]): [number, number] => [from, to]),
      is_open: isOpen,
      changes_at: changesAt?.toISOString() ?? null,
    };
  });
  return { simulated: feed.simulated, instruments };
}

/** @param symbols with commas between them; all when left out */
export function showQuotes(app: App, symbols: string | undefined): { simulated: boolean; at: string; quotes: Quote[] } {
  const feed = marketFeed(app);
  const requested = symbols?.split(',').map((symbol) => symbol.trim().toUpperCase());
  const quotes = [...feed.quotes().values()]
    .filter(({ symbol }) => requested?.includes(symbol) ?? true)
    .map((quote): Quote => {
      const { symbol, bid, ask, at, previousClose } = quote;
      return { symbol, bid, ask, at: at.toISOString(), previous_close: previousClose, ...shownState(quote) };
    });
  return { simulated: feed.simulated, at: app.clock.now().toISOString(), quotes };
}
