import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { notFound } from '#server/platform/refusal.ts';
import { readCandles } from './candles.ts';
import { marketFeed, openMarketFeed } from './feed.ts';
import { showInstruments, showQuotes, showTicker } from './show.ts';

/** Prices for everybody who is signed in. */
export function marketRoutes(app: App): void {
  openMarketFeed(app);
  handle(app, 'market.ticker', async ({ request }) => showTicker(app, request.language));
  handle(app, 'market.instruments', async ({ request }) => showInstruments(app, request.language));
  handle(app, 'market.quotes', async ({ query }) => showQuotes(app, query.symbols));
  handle(app, 'market.candles', async ({ query }) => {
    const { from, to, ...rest } = query;
    const feed = marketFeed(app);
    if (!feed.instruments().some(({ symbol }) => symbol === query.symbol)) throw notFound();
    const range = { ...rest, from: from ? new Date(from) : undefined, to: to ? new Date(to) : undefined };
    return { simulated: feed.simulated, candles: await readCandles(app, range) };
  });
}
