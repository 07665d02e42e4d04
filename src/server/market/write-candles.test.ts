import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { candleIntervals, type CandleInterval } from '#contract/market/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { marketFeed } from './feed.ts';
import { priceBuffer } from './sources/price-buffer.ts';
import { startOf, type Bar } from './sources/source.ts';
import { buildLonger, writeBars, writeCandles } from './write-candles.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer({ at: new Date('2026-12-07T15:00:30Z') })));
afterAll(() => server.close());

const stored = (symbol: string, interval: string) =>
  server.db.rows<Bar>(sql`
    select at, open, high, low, close, received_at as "receivedAt" from market_candle
    where symbol = ${symbol} and span = ${interval} order by at`);

const everything = () => server.db.rows<{ symbol: string }>(sql`select * from market_candle order by symbol, span, at`);

it('stores the past of the simulated market once, with any number of writers', { timeout: 120_000 }, async () => {
  await writeCandles(server.app);
  const before = await everything();
  await Promise.all([writeCandles(server.app), writeCandles(server.app)]);
  expect(await everything()).toEqual(before);
  expect(new Set(before.map(({ symbol }) => symbol)).size).toBe(14);

  const minutes = await stored('EURUSD', '1m');
  expect(minutes.at(-1)?.at).toEqual(new Date('2026-12-07T15:00:00Z'));
  const days = await stored('EURUSD', '1d');
  expect(days.length).toBeGreaterThan(500);
  expect(days.filter(({ at }) => at.getUTCDay() === 6)).toEqual([]);
  expect((await stored('BTCUSD', '1d')).some(({ at }) => at.getUTCDay() === 6)).toBe(true);

  server.clock.advance(90_000);
  await writeCandles(server.app);
  const later = await stored('EURUSD', '1m');
  expect(later.map(({ at }) => at.toISOString()).slice(-3)).toEqual([
    '2026-12-07T15:00:00.000Z',
    '2026-12-07T15:01:00.000Z',
    '2026-12-07T15:02:00.000Z',
  ]);
});

it('lets calls come in between while it computes', async () => {
  await server.db.run(sql`delete from market_candle where symbol = 'BTCUSD' and span = '1m'`);
  const { source } = marketFeed(server.app);
  const real = source.bars;
  let turn = 0;
  const turns: number[] = [];
  let most = 0;
  source.bars = (...wanted) => {
    turns.push(turn);
    const bars = real(...wanted);
    most = Math.max(most, bars.length);
    return bars;
  };
  let isCounting = true;
  const next = () => {
    turn += 1;
    if (isCounting) setImmediate(next);
  };
  setImmediate(next);
  await writeCandles(server.app);
  isCounting = false;
  source.bars = real;
  expect(turns.length).toBeGreaterThanOrEqual(14);
  expect(turns.filter((at, index) => at === turns[index - 1])).toEqual([]);
  expect(most).toBe(100);
});

it(
  'writes the newest candles of a new installation first, and continues after an interruption',
  { timeout: 120_000 },
  async () => {
    await writeCandles(server.app);
    const before = await everything();
    await server.db.run(sql`delete from market_candle where symbol in ('BTCUSD', 'EURUSD')`);
    const { source } = marketFeed(server.app);
    const real = source.bars;
    const breakAt = (last: CandleInterval, left: number) => {
      source.bars = (symbol, interval, span) => {
        if (symbol === 'BTCUSD' && interval === last && (left -= 1) < 0) throw new Error('interrupted');
        return real(symbol, interval, span);
      };
      return writeCandles(server.app);
    };
    // Today has ten steps of minutes.
    await expect(breakAt('1m', 14)).rejects.toThrow('interrupted');
    const first = async (interval: CandleInterval) => (await stored('BTCUSD', interval))[0]?.at.toISOString();
    expect(await first('1m')).toBe('2026-12-07T00:00:00.000Z');
    expect(await first('15m')).toBe('2026-12-07T00:00:00.000Z');
    expect((await stored('BTCUSD', '15m')).length).toBe(61);
    await expect(breakAt('1h', 5)).rejects.toThrow('interrupted');
    expect(await first('15m')).toBe('2026-11-23T00:00:00.000Z');
    expect(await first('1h')).toBe('2026-11-23T00:00:00.000Z');
    source.bars = real;
    await Promise.all([writeCandles(server.app), writeCandles(server.app)]);
    expect(await everything()).toEqual(before);
  },
);

const startMs = Date.parse('2026-01-05T00:00:00Z');
const history = fc
  .array(fc.record({ second: fc.integer({ min: 0, max: 200_000 }), cents: fc.integer({ min: 1, max: 99_999 }) }), {
    minLength: 1,
    maxLength: 60,
  })
  .map((prices) => prices.toSorted((a, b) => a.second - b.second));

function barsOf(prices: { second: number; cents: number }[], interval: CandleInterval): Bar[] {
  const groups = new Map<number, typeof prices>();
  for (const price of prices) {
    const starts = startOf(interval, new Date(startMs + price.second * 1000)).getTime();
    groups.set(starts, [...(groups.get(starts) ?? []), price]);
  }
  return [...groups].map(([at, group]) => {
    const bids = group.map(({ cents }) => cents);
    const text = (cents = 0) => `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
    const receivedAt = new Date(startMs + (group.at(-1)?.second ?? 0) * 1000);
    const [high, low] = [text(Math.max(...bids)), text(Math.min(...bids))];
    return { at: new Date(at), open: text(bids[0]), high, low, close: text(bids.at(-1)), receivedAt };
  });
}

it('builds each length as if from the prices themselves, in whatever pieces they arrive', async () => {
  await fc.assert(
    fc.asyncProperty(history, fc.integer({ min: 0, max: 60 }), async (prices, cut) => {
      await server.db.run(sql`delete from market_candle where symbol = 'XAGUSD'`);
      const minutes = barsOf(prices, '1m');
      for (const part of [minutes.slice(0, cut), minutes.slice(Math.max(0, cut - 1)), minutes]) {
        await writeBars(server.db, [{ symbol: 'XAGUSD', interval: '1m', bars: part }]);
        if (part[0]) await buildLonger(server.db, new Map([['XAGUSD', part[0].at]]));
      }
      for (const interval of candleIntervals) {
        expect(await stored('XAGUSD', interval)).toEqual(barsOf(prices, interval));
      }
    }),
    { numRuns: 15 },
  );
});

it('lets no older prices overwrite newer ones', async () => {
  const at = new Date('2026-02-02T10:00:00Z');
  const barsOf = (second: number, bids: string[]) => {
    const prices = priceBuffer();
    bids.forEach((bid, n) =>
      prices.receive(new Map([['USOIL', { bid, ask: bid, at: new Date(at.getTime() + second * 1000 + n) }]])),
    );
    return prices.bars('USOIL', '1m', { from: at, to: new Date(at.getTime() + 60_000), now: at });
  };
  await writeBars(server.db, [{ symbol: 'USOIL', interval: '1m', bars: barsOf(20, ['60', '62', '61']) }]);
  await writeBars(server.db, [{ symbol: 'USOIL', interval: '1m', bars: barsOf(5, ['60', '59']) }]);
  const bar = (await stored('USOIL', '1m')).find((each) => each.at.getTime() === at.getTime());
  expect(bar).toMatchObject({ open: '60', high: '62', low: '59', close: '61' });
});

it('values currencies at the market, in both directions, in a demo', async () => {
  await server.app.jobs.run('market.rates');
  const rates = await server.db.rows<{ code: string; rate: string; ratedAt: Date }>(
    sql`select code, usd_rate as rate, rated_at as "ratedAt" from currency where code in ('EUR', 'JPY', 'PLN') order by code`,
  );
  expect(rates.map(({ ratedAt }) => ratedAt.toISOString())).toEqual([
    server.clock.now().toISOString(),
    server.clock.now().toISOString(),
    '2026-11-20T17:00:00.000Z',
  ]);
  expect(Number(rates[0]?.rate)).toBeGreaterThan(0.9);
  expect(Number(rates[1]?.rate)).toBeLessThan(0.01);
});

it('does not value money at simulated prices outside a demo', async () => {
  const other = await startServer({ env: { DEMO: '0' }, at: new Date('2026-12-07T15:00:00Z') });
  const sum = () => other.db.one(sql`select sum(usd_rate) from currency`);
  const before = await sum();
  await other.app.jobs.run('market.rates');
  expect(await sum()).toEqual(before);
  await other.close();
});
