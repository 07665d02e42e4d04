import type { Answer, Taking } from '#contract/endpoint.ts';
import type { Api } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import { refuseField } from '#server/platform/refusal.ts';
import { isStale, listed, readConditions } from './conditions.ts';
import { candlesBefore } from './market-prices.ts';

/** What is quoted and has terms, in the order of symbols. */
async function tradedSymbols(app: App) {
  const conditions = await readConditions(app, app.db);
  const traded = [...conditions.terms.keys()].toSorted().flatMap((symbol) => listed(conditions, symbol) ?? []);
  return { conditions, traded };
}

export async function listInstruments(app: App): Promise<Answer<Api['paper.instruments']>> {
  const { traded } = await tradedSymbols(app);
  const instruments = traded.map(({ terms, quote }) => ({
    symbol: quote.symbol,
    name: quote.name,
    group: quote.group,
    currency: quote.currency,
    digits: quote.digits,
    contract_size: terms.contractSize,
    volume_min: terms.volumeMin,
    volume_step: terms.volumeStep,
    volume_max: terms.volumeMax,
    stop_distance: terms.stopDistance,
    commission_per_lot: terms.commissionPerLot,
    swap_long_percent: terms.swapLongPercent,
    swap_short_percent: terms.swapShortPercent,
    is_open: quote.isOpen,
    changes_at: quote.changesAt?.toISOString() ?? null,
  }));
  return { simulated: true, instruments };
}

export async function listQuotes(app: App): Promise<Answer<Api['paper.quotes']>> {
  const { conditions, traded } = await tradedSymbols(app);
  const quotes = traded.map(({ quote }) => ({
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
  { symbol, interval, before }: Taking<Api['paper.candles']>['body'],
): Promise<Answer<Api['paper.candles']>> {
  const { traded } = await tradedSymbols(app);
  if (!traded.some(({ quote }) => quote.symbol === symbol)) throw refuseField('symbol', 'paper.symbol');
  return { candles: candlesBefore(app, symbol, interval, before === undefined ? undefined : new Date(before)) };
}
