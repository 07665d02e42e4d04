import { Big } from 'big.js';
import { marketFeed, type MarketQuote } from '#server/market/feed.ts';
import { marketBreakAround, type Sessions } from '#server/market/sessions.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Conversion, Terms } from './rules.ts';

/** The operator's rules; see the table `paper_setting`. */
export interface Settings {
  marginCallPercent: number;
  stopOutPercent: number;
  quoteMaxAgeS: number;
  maxOrders: number;
  rolloverHour: number;
  /** Of the margin, around a long closure of a market; see the table. */
  offHoursMarginPercent: number;
  raisedMinutesBefore: number;
  raisedFromOffHours: number;
}

/** All facts that a decision about an account depends on, at one instant. */
export interface Conditions {
  now: Date;
  settings: Settings;
  terms: Map<string, Terms>;
  quotes: Map<string, MarketQuote>;
  /** What one unit of a currency is worth in USD. */
  usdRates: Map<string, string>;
  /** Symbols whose positions need more margin, because their market is closed for long, or will be soon. */
  raised: Set<string>;
}

const Rates = Big();
Rates.DP = 20;

export async function readConditions(app: App, db: Queries): Promise<Conditions> {
  const readSettings = db.one<Settings>(sql`
    select margin_call_percent as "marginCallPercent", stop_out_percent as "stopOutPercent", quote_max_age_s as "quoteMaxAgeS",
           max_orders as "maxOrders", rollover_hour as "rolloverHour", off_hours_margin_percent as "offHoursMarginPercent",
           off_hours_margin_minutes as "raisedMinutesBefore", off_hours_margin_from_hours as "raisedFromOffHours" from paper_setting`);
  const readTerms = db.rows<Terms & { symbol: string }>(sql`
    select symbol, contract_size as "contractSize", volume_min as "volumeMin", volume_step as "volumeStep",
           volume_max as "volumeMax", stop_distance as "stopDistance", commission_per_lot as "commissionPerLot",
           swap_long_percent as "swapLongPercent", swap_short_percent as "swapShortPercent",
           triple_swap_weekday as "tripleSwapWeekday"
    from paper_terms`);
  const [settings, terms, rates] = await Promise.all([
    readSettings,
    readTerms,
    db.rows<{ code: string; rate: string }>(sql`select code, usd_rate as rate from currency`),
  ]);
  return {
    ...marketNow(app, settings, new Map(rates.map(({ code, rate }) => [code, rate]))),
    settings,
    terms: bySymbol(terms),
  };
}

/** The same rules with the market as it is now. */
export function refreshed(app: App, conditions: Conditions): Conditions {
  return { ...conditions, ...marketNow(app, conditions.settings, conditions.usdRates) };
}

function marketNow(app: App, settings: Settings, listed: Map<string, string>) {
  const [feed, now] = [marketFeed(app), app.clock.now()];
  const quotes = feed.quotes();
  const raised = feed.instruments().filter(({ sessions }) => isRaised(sessions, now, settings));
  return {
    now,
    quotes,
    usdRates: new Map([...listed, ...quotedRates(quotes)]),
    raised: new Set(raised.map(({ symbol }) => symbol)),
  };
}

function isRaised(sessions: Sessions, now: Date, settings: Settings): boolean {
  const rest = marketBreakAround(sessions, now);
  if (!rest || rest.to.getTime() - rest.from.getTime() < settings.raisedFromOffHours * 3_600_000) return false;
  return now.getTime() >= rest.from.getTime() - settings.raisedMinutesBefore * 60_000;
}

/** The margin that is needed now. */
export function neededMargin(marginMinor: bigint, symbol: string, { raised, settings }: Conditions): bigint {
  return raised.has(symbol) ? (marginMinor * BigInt(settings.offHoursMarginPercent) + 99n) / 100n : marginMinor;
}

/** A currency that is quoted against the dollar has the market's rate, not that of the list. */
function quotedRates(quotes: Map<string, MarketQuote>): [code: string, rate: string][] {
  return [...quotes.values()].flatMap(({ symbol, bid, ask }): [string, string][] => {
    const pair = /^(?:([A-Z]{3})USD|USD([A-Z]{3}))$/.exec(symbol);
    const middle = new Rates(bid).plus(ask).div(2);
    if (pair?.[1]) return [[pair[1], middle.toFixed()]];
    return pair?.[2] ? [[pair[2], new Rates(1).div(middle).toFixed()]] : [];
  });
}

function bySymbol<T extends { symbol: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.symbol, row]));
}

/** The terms and the quote of a symbol that is traded; undefined where one of them is missing. */
export function listed(
  { terms, quotes }: Conditions,
  symbol: string,
): { terms: Terms; quote: MarketQuote } | undefined {
  const found = { terms: terms.get(symbol), quote: quotes.get(symbol) };
  return found.terms && found.quote ? { terms: found.terms, quote: found.quote } : undefined;
}

/** From the currency of a symbol's prices into that of an account. */
export function conversionTo(currency: string, { usdRates }: Conditions, from: string): Conversion {
  if (currency === from) return { currency, rate: '1' };
  const [fromUsd, toUsd] = [usdRates.get(from), usdRates.get(currency)];
  if (fromUsd === undefined || toUsd === undefined) throw new Error(`no rate between ${from} and ${currency}`);
  return { currency, rate: new Rates(fromUsd).div(toUsd).toFixed() };
}

/** Why nothing can be traded at a quote, if so. */
export function marketFault(
  { now, settings }: Conditions,
  quote: MarketQuote,
): 'paper.market_closed' | 'paper.price_stale' | undefined {
  if (!quote.isOpen) return 'paper.market_closed';
  return isStale({ now, settings }, quote) ? 'paper.price_stale' : undefined;
}

export function isStale({ now, settings }: Pick<Conditions, 'now' | 'settings'>, { at }: MarketQuote): boolean {
  return now.getTime() - at.getTime() > settings.quoteMaxAgeS * 1000;
}
