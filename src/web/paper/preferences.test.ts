import { expect, it } from 'vitest';
import { firstSymbol } from './preferences.ts';

const listed = (open: string) =>
  ['EURUSD', 'SPX', 'BTCUSD'].map((symbol) => ({ symbol, is_open: open.split(' ').includes(symbol) }));

it.each<[what: string, open: string, symbol: string | null, starred: string[], expected: string]>([
  ['the last one', 'EURUSD SPX', 'SPX', [], 'SPX'],
  ['the first open one, the first time', 'SPX BTCUSD', null, [], 'SPX'],
  ['another open one, while the market of the last is closed', 'BTCUSD', 'EURUSD', [], 'BTCUSD'],
  ['one with a star, if it is open', 'EURUSD BTCUSD', 'SPX', ['SPX', 'BTCUSD'], 'BTCUSD'],
  ['the last one, while nothing is open', '', 'SPX', ['EURUSD'], 'SPX'],
  ['the first, where there is no last one', '', 'GONE', [], 'EURUSD'],
])('a terminal opens on %s', (_what, open, symbol, starred, expected) =>
  expect(firstSymbol(listed(open), { symbol, starred })).toBe(expected),
);
