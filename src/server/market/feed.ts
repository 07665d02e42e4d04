import { Big } from 'big.js';
import type { InstrumentGroup } from '#contract/market-names.ts';
import type { Language } from '#contract/languages.ts';
import type { App } from '#server/platform/app.ts';
import type { Clock } from '#server/platform/clock.ts';
import { sql } from '#server/platform/db/sql.ts';
import { changesAt, isOpenAt, type Sessions } from './sessions.ts';
import { openSource } from './open-source.ts';
import type { Source } from './source.ts';

/** What the market quotes. */
export interface MarketInstrument {
  symbol: string;
  /** The operator's own name for it; see `nameOf` otherwise. */
  name: string | null;
  group: InstrumentGroup;
  base: string | null;
  /** Of its prices. */
  currency: string;
  digits: number;
  sessions: Sessions;
}

/** What the market says of a symbol right now. Prices are decimals. */
export interface MarketQuote {
  symbol: string;
  bid: string;
  ask: string;
  /** When the source last said so. */
  at: Date;
  /** The last bid of the UTC day before; the present one where that is unknown. */
  previousClose: string;
  /** Against it, in percent with two digits, signed. */
  changePercent: string;
  isOpen: boolean;
  /** Too old to act on, though the market is open. */
  isStale: boolean;
  currency: string;
  digits: number;
}

/** The market as this instance hears it. Answers from memory, so that it may be asked under a lock. */
export interface MarketFeed {
  /** Whether no real market is behind it; whoever shows its prices says so. */
  simulated: boolean;
  source: Source;
  instruments(): readonly MarketInstrument[];
  /** Undefined for what is not quoted. */
  quote(symbol: string): MarketQuote | undefined;
  /** All that is quoted, by symbol. */
  quotes(): Map<string, MarketQuote>;
  /** Reads instruments and closes again. */
  refresh(): Promise<void>;
}

const refreshMs = 60_000;
const dayMs = 86_400_000;
const feeds = new WeakMap<App['http'], (clock: Clock) => MarketFeed>();

/** The feed of an app, by the clock of whoever asks: the demo's past is lived with a clock of its own. */
export function marketFeed({ http, clock }: App): MarketFeed {
  const feed = feeds.get(http);
  if (!feed) throw new Error('the market is not open: marketRoutes comes first');
  return feed(clock);
}

/** Opens the feed of an app, as its settings have it: it knows its instruments when the app is ready, and listens with it. */
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
  let closes: { day: number; bids: Map<string, string> } = { day: 0, bids: new Map() };
  const dayOf = (at: Date) => Math.floor(at.getTime() / dayMs);

  function closeBefore(symbol: string, now: Date): string | undefined {
    const day = dayOf(now);
    if (source.bidAt) return source.bidAt(symbol, new Date(day * dayMs));
    return closes.day === day ? closes.bids.get(symbol) : undefined;
  }

  function quoteOf({ symbol, sessions, currency, digits }: MarketInstrument, now: Date): MarketQuote | undefined {
    const tick = source.latest(symbol, now);
    if (!tick) return undefined;
    const [bid, ask] = [inDigits(tick.bid, digits), inDigits(tick.ask, digits)];
    const previousClose = inDigits(closeBefore(symbol, now) ?? bid, digits);
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
      const day = dayOf(app.clock.now());
      closes = { day, bids: await readCloses(app, new Date(day * dayMs)) };
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

/** Whether a market is open, and when that changes; none for what never rests. */
export function hoursOf({ sessions }: MarketInstrument, now: Date): { isOpen: boolean; changesAt: Date | null } {
  return { isOpen: isOpenAt(sessions, now), changesAt: changesAt(sessions, now) };
}

function readInstruments({ db }: App): Promise<MarketInstrument[]> {
  return db.rows<MarketInstrument>(sql`
    select symbol, name, kind as "group", base, currency, digits, sessions from market_instrument order by position`);
}

/** The last bids before a midnight, of a source that does not remember them itself. */
async function readCloses({ db }: App, midnight: Date): Promise<Map<string, string>> {
  const rows = await db.rows<{ symbol: string; close: string }>(sql`
    select i.symbol, c.close from market_instrument i
    join lateral (select close from market_candle c where c.symbol = i.symbol and c.span = '1h' and c.at < ${midnight}
                  order by c.at desc limit 1) c on true`);
  return new Map(rows.map(({ symbol, close }) => [symbol, close]));
}
