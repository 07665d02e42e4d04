import type { ResponseBody, RequestInput } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { readCandles } from '#server/market/candles.ts';
import { hoursOf, marketFeed, nameOf } from '#server/market/feed.ts';
import type { App } from '#server/platform/app.ts';
import { refuseField } from '#server/platform/refusal.ts';
import { isStale, listed, readConditions } from './conditions.ts';

/** What has terms and a price, in the order of the market. */
export async function listInstruments(app: App, language: Language): Promise<ResponseBody<Api['paper.instruments']>> {
  const conditions = await readConditions(app, app.db);
  const feed = marketFeed(app);
  const instruments = feed.instruments().flatMap((instrument) => {
    const { symbol, group, currency, digits } = instrument;
    const terms = listed(conditions, symbol)?.terms;
    if (!terms) return [];
    const { isOpen, changesAt } = hoursOf(instrument, conditions.now);
    return {
      symbol,
      name: nameOf(app, language, instrument),
      group,
      currency,
      digits,
      contract_size: terms.contractSize,
      volume_min: terms.volumeMin,
      volume_step: terms.volumeStep,
      volume_max: terms.volumeMax,
      stop_distance: terms.stopDistance,
      commission_per_lot: terms.commissionPerLot,
      swap_long_percent: terms.swapLongPercent,
      swap_short_percent: terms.swapShortPercent,
      is_open: isOpen,
      changes_at: changesAt?.toISOString() ?? null,
    };
  });
  return { simulated: feed.simulated, instruments };
}

export async function listQuotes(app: App): Promise<ResponseBody<Api['paper.quotes']>> {
  const conditions = await readConditions(app, app.db);
  const quotes = [...conditions.quotes.values()]
    .filter(({ symbol }) => conditions.terms.has(symbol))
    .map((quote) => ({
      symbol: quote.symbol,
      bid: quote.bid,
      ask: quote.ask,
      at: quote.at.toISOString(),
      change_percent: quote.changePercent,
      is_open: quote.isOpen,
      is_stale: quote.isOpen && isStale(conditions, quote),
    }));
  return { at: conditions.now.toISOString(), quotes };
}

/** @throws Refusal on `symbol`: `paper.symbol` */
export async function listCandles(
  app: App,
  { symbol, interval, before }: RequestInput<Api['paper.candles']>['body'],
): Promise<ResponseBody<Api['paper.candles']>> {
  const { terms } = await readConditions(app, app.db);
  if (!terms.has(symbol)) throw refuseField('symbol', 'paper.symbol');
  const to = before === undefined ? undefined : new Date(before);
  return { candles: await readCandles(app, { symbol, interval, to }) };
}
