import { expect, it } from 'vitest';
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
