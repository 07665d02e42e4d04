import { describe, expect, it } from 'vitest';
import { readConfig } from './config.ts';

it('takes a mapping apart, and fills up what it leaves out', () => {
  const { market } = readConfig({ MARKET_FEED_MAPPING: '{"items":"data","symbols":{"EURUSD":"EUR/USD"}}' });
  expect(market.mapping).toEqual({
    items: 'data',
    symbol: 'symbol',
    bid: 'bid',
    ask: 'ask',
    symbols: { EURUSD: 'EUR/USD' },
  });
});

it.each<[env: Record<string, string>, what: RegExp]>([
  [{ MARKET_FEED: 'http' }, /MARKET_FEED_URL/],
  [{ MARKET_FEED: 'http', MARKET_FEED_URL: 'wss://x.example' }, /MARKET_FEED_URL/],
  [{ MARKET_FEED: 'websocket', MARKET_FEED_URL: 'https://x.example' }, /MARKET_FEED_URL/],
  [{ MARKET_FEED_MAPPING: '{' }, /MARKET_FEED_MAPPING: is not JSON/],
  [{ MARKET_FEED_MAPPING: '{"bids":"x"}' }, /MARKET_FEED_MAPPING/],
  [{ TICKER: 'widget' }, /TICKER_URL/],
  [{ TICKER: 'widget', TICKER_URL: 'javascript:alert(1)' }, /TICKER_URL/],
])('refuses %j', (env, what) => {
  expect(() => readConfig(env)).toThrow(what);
});

describe('made-up prices', () => {
  const secret = 'u8Qm2-xk41-Zt0p-97Lw-bRe5-sVn3-Yd6c';
  const own = { APP_SECRET: secret, DEMO: '0' };
  const real = { MARKET_FEED: 'http', MARKET_FEED_URL: 'https://prices.example/{symbols}' };
  const elsewhere = {
    TRADING_PLATFORM: 'http',
    TRADING_PLATFORM_URL: 'https://platform.example',
    TRADING_PLATFORM_SECRET: 'four-and-twenty-letters-and-more',
  };

  it('trade no money in production, and the message names what to set', () => {
    const start = () => readConfig({ ...own, NODE_ENV: 'production' });
    expect(start).toThrow(/Refusing to start in production:\n {2}MARKET_FEED=simulated .* MARKET_FEED_URL/);
  });

  it.each<Record<string, string>>([
    { NODE_ENV: 'production', ...real },
    { NODE_ENV: 'production', ...elsewhere },
    { NODE_ENV: 'development' },
    { NODE_ENV: 'test' },
    { NODE_ENV: 'development', DEMO: '1' },
  ])('do not stop %j', (env) => {
    expect(() => readConfig({ ...own, ...env })).not.toThrow();
  });

  it('are drawn from the secret of the installation, and the same after each start', () => {
    const seedOf = (env: Record<string, string>) => readConfig({ ...own, ...env }).market.seed;
    expect(seedOf({})).toBe(seedOf({}));
    const seeds = [seedOf({}), seedOf({ MARKET_SEED: 'b' }), seedOf({ APP_SECRET: `${secret}2` })];
    expect(new Set(seeds).size).toBe(3);
    expect(seeds.join(' ')).not.toContain(secret);
  });
});
