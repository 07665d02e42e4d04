import { Big } from 'big.js';
import type { InstrumentGroup } from '#contract/market/names.ts';
import type { Language } from '#contract/kernel/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { Clock } from '#server/platform/clock.ts';
import { sql } from '#server/platform/db/sql.ts';
import { changesAt, isOpenAt, type Sessions } from './sessions.ts';
import { openSource } from './sources/open.ts';
import { startOf, type Source } from './sources/source.ts';

/** An instrument that the market quotes. */
export interface MarketInstrument {
  symbol: string;
  /** The operator's own name for it; see `nameOf` otherwise. */
  name: string | null;
  group: InstrumentGroup;
  base: string | null;
  /** The currency of its prices. */
  currency: string;
  digits: number;
  sessions: Sessions;
}

/** The market's present quote of a symbol. Prices are decimals. */
export interface MarketQuote {
  symbol: string;
  bid: string;
  ask: string;
  /** Time of the source's price. */
  at: Date;
  /** The last bid before the UTC day of this one; this one itself where that is unknown. */
  previousClose: string;
  /** Against `previousClose`, in percent with two digits, signed. */
  changePercent: string;
  isOpen: boolean;
  /** Too old to act on, though the market is open. */
  isStale: boolean;
  currency: string;
  digits: number;
}

/** The market as this instance receives it. It reads from memory, so a caller may use it under a lock. */
export interface MarketFeed {
  /** Whether no real market is behind it; a screen with its prices says so. */
  simulated: boolean;
  source: Source;
  instruments(): readonly MarketInstrument[];
  /** Undefined for a symbol that is not quoted. */
  quote(symbol: string): MarketQuote | undefined;
  /** All quotes, by symbol. */
  quotes(): Map<string, MarketQuote>;
  /** Reads instruments and closes again. */
  refresh(): Promise<void>;
}

const refreshMs = 60_000;
const feeds = new WeakMap<App['http'], (clock: Clock) => MarketFeed>();

/** The feed of an app, by the app's own clock: the demo's past runs on a clock of its own. */
export function marketFeed({ http, clock }: App): MarketFeed {
  const feed = feeds.get(http);
  if (!feed) throw new Error('the market is not open: marketRoutes comes first');
  return feed(clock);
}

/** Opens the feed of an app from its settings: it knows its instruments when the app is ready, and listens with it. */
export function openMarketFeed(app: App): MarketFeed {
  const feedBy = feedOf(app, openSource(app));
  feeds.set(app.http, feedBy);
  const feed = feedBy(app.clock);
  let timer: NodeJS.Timeout | undefined;
  app.http.addHook('onReady', () => feed.refresh());
  const listen = () => feed.source.start(feed.instruments().map(({ symbol }) => symbol));
  const refresh = () =>
    feed.refresh().then(listen, (error: unknown) => app.log.warn({ err: error }, 'market not refreshed'));
  app.http.addHook('onListen', async () => {
    listen();
    timer = setInterval(() => void refresh(), refreshMs).unref();
  });
  app.http.addHook('onClose', async () => {
    clearInterval(timer);
    await feed.source.stop();
  });
  return feed;
}

function feedOf(app: App, source: Source): (clock: Clock) => MarketFeed {
  let known: readonly MarketInstrument[] = [];
  let closes: Closes = new Map();

  /** The last bid before the UTC day of a tick, so that a closed market shows the change of its last day. */
  function closeBefore(symbol: string, midnight: Date): string | undefined {
    if (source.bidAt) return source.bidAt(symbol, midnight);
    const close = closes.get(symbol);
    return close?.midnight.getTime() === midnight.getTime() ? close.bid : undefined;
  }

  function quoteOf({ symbol, sessions, currency, digits }: MarketInstrument, now: Date): MarketQuote | undefined {
    const tick = source.latest(symbol, now);
    if (!tick) return undefined;
    const [bid, ask] = [inDigits(tick.bid, digits), inDigits(tick.ask, digits)];
    const previousClose = inDigits(closeBefore(symbol, startOf('1d', tick.at)) ?? bid, digits);
    const isOpen = isOpenAt(sessions, now);
    const isStale = isOpen && now.getTime() - tick.at.getTime() > app.config.market.staleS * 1000;
    const changePercent = changeOf(bid, previousClose);
    return { symbol, bid, ask, at: tick.at, previousClose, changePercent, isOpen, isStale, currency, digits };
  }

  return (clock) => ({
    simulated: source.simulated,
    source,
    instruments: () => known,
    quote(symbol) {
      const instrument = known.find((each) => each.symbol === symbol);
      return instrument && quoteOf(instrument, clock.now());
    },
    quotes() {
      const now = clock.now();
      const quoted = known.flatMap((instrument) => quoteOf(instrument, now) ?? []);
      return new Map(quoted.map((quote) => [quote.symbol, quote]));
    },
    async refresh() {
      known = await readInstruments(app);
      if (source.bidAt) return;
      const now = app.clock.now();
      const midnightOf = (symbol: string) => startOf('1d', source.latest(symbol, now)?.at ?? now);
      closes = await readCloses(
        app,
        known.map(({ symbol }) => ({ symbol, midnight: midnightOf(symbol) })),
      );
    },
  });
}

const inDigits = (price: string, digits: number) => new Big(price).toFixed(digits);

/** In percent with two digits. */
function changeOf(price: string, before: string): string {
  const change = new Big(price).div(before).minus(1).times(100).toFixed(2);
  return change === '-0.00' ? '0.00' : change;
}

/** In the caller's language, unless the operator has named it. */
export function nameOf(app: App, language: Language, { symbol, name }: MarketInstrument): string {
  return name ?? app.text(language, `market.instrument_${symbol}`);
}

/** Whether a market is open, and when that changes; null for one that never closes. */
export function hoursOf({ sessions }: MarketInstrument, now: Date): { isOpen: boolean; changesAt: Date | null } {
  return { isOpen: isOpenAt(sessions, now), changesAt: changesAt(sessions, now) };
}

function readInstruments({ db }: App): Promise<MarketInstrument[]> {
  return db.rows<MarketInstrument>(sql`
    select symbol, name, kind as "group", base, currency, digits, sessions from market_instrument order by position`);
}

/** By symbol, the last bid before a midnight. */
type Closes = Map<string, { midnight: Date; bid: string }>;

/** The last stored prices before each midnight, for a source without a past. */
async function readCloses({ db }: App, days: { symbol: string; midnight: Date }[]): Promise<Closes> {
  const [symbols, midnights] = [days.map(({ symbol }) => symbol), days.map(({ midnight }) => midnight)];
  const rows = await db.rows<{ symbol: string; midnight: Date; bid: string }>(sql`
    select d.symbol, d.midnight, c.close as bid
    from unnest(${symbols}::text[], ${midnights}::timestamptz[]) d (symbol, midnight)
    join lateral (select close from market_candle c where c.symbol = d.symbol and c.span = '1h' and c.at < d.midnight
                  order by c.at desc limit 1) c on true`);
  return new Map(rows.map(({ symbol, midnight, bid }) => [symbol, { midnight, bid }]));
}
