import type { App } from '#server/platform/app.ts';
import { handle } from '#server/platform/http/handle.ts';
import { notFound } from '#server/platform/refusal.ts';
import { readCandles } from './candles.ts';
import { openCalendar } from './economy/calendar.ts';
import { marketFeed, openMarketFeed } from './feed.ts';
import { refreshRates } from './refresh-rates.ts';
import { showInstruments, showQuotes, showTicker } from './show.ts';
import { publishPrices } from './publish-prices.ts';
import { purgeOldCandles, writeCandles } from './write-candles.ts';

const candlesMs = 10_000;
const ratesMs = 15_000;
const purgeEveryMs = 3_600_000;

/** Prices for signed-in people. */
export function marketRoutes(app: App): void {
  openMarketFeed(app);
  publishPrices(app);
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
  const calendar = openCalendar(app);
  handle(app, 'economy.calendar', async ({ query, request }) =>
    calendar.show(request.language, new Date(query.from), new Date(query.to)),
  );
  app.jobs.every('market.candles', candlesMs, () => writeCandles(app));
  app.jobs.every('market.rates', ratesMs, () => refreshRates(app));
  app.jobs.every('market.purge', purgeEveryMs, () => purgeOldCandles(app));
}
