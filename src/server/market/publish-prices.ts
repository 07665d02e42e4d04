import { tickerSymbols } from '#contract/kernel/constants.ts';
import { marketChannels, type PriceNews } from '#contract/market/names.ts';
import type { App } from '#server/platform/app.ts';
import { marketFeed, type MarketQuote } from './feed.ts';
import { shownState } from './show.ts';

const everyMs = { ticker: 2000, all: 1000 };
/** This many fit into one event on every transport. */
const perEvent = 40;

/**
 * Sends the present prices to the public channels while there are listeners. Each event is complete: a lost one does no
 * harm.
 */
export function publishPrices(app: App): void {
  const timers: NodeJS.Timeout[] = [];
  const publish = (channel: string, ms: number, symbols?: readonly string[]) => {
    const beat = () => {
      for (const part of parts(
        symbols ??
          marketFeed(app)
            .instruments()
            .map(({ symbol }) => symbol),
      ))
        app.realtime.echo(channel, 'quotes', () => ({ quotes: newsOf(app, part) }));
    };
    timers.push(setInterval(beat, ms).unref());
  };
  app.http.addHook('onListen', async () => {
    publish(marketChannels.ticker, everyMs.ticker, tickerSymbols);
    publish(marketChannels.all, everyMs.all);
  });
  app.http.addHook('preClose', async () => timers.forEach((timer) => clearInterval(timer)));
}

function newsOf(app: App, symbols: readonly string[]): PriceNews[] {
  const feed = marketFeed(app);
  return symbols.flatMap((symbol) => {
    const quote = feed.quote(symbol);
    return quote ? [newsFrom(quote)] : [];
  });
}

const newsFrom = (quote: MarketQuote): PriceNews => ({
  symbol: quote.symbol,
  bid: quote.bid,
  ask: quote.ask,
  at: quote.at.toISOString(),
  ...shownState(quote),
});

function parts(symbols: readonly string[]): (readonly string[])[] {
  const count = Math.ceil(symbols.length / perEvent);
  return Array.from({ length: count }, (_, index) => symbols.slice(index * perEvent, (index + 1) * perEvent));
}
