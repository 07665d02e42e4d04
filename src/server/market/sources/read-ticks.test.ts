import { expect, it } from 'vitest';
import { readTicks, type Mapping } from './read-ticks.ts';

const receivedAt = new Date('2026-03-02T15:00:00Z');
const plain: Mapping = { items: '', symbol: 'symbol', bid: 'bid', ask: 'ask', symbols: {} };
const read = (message: unknown, mapping: Partial<Mapping> = {}) =>
  [...readTicks(message, { ...plain, ...mapping }, receivedAt)].map(
    ([symbol, { bid, ask, at }]) => `${symbol} ${bid} ${ask} ${at.toISOString().slice(11, 19)}`,
  );

it('reads one price, a list, and an object by symbol', () => {
  expect(read({ symbol: 'spx', bid: '1.5', ask: 2 })).toEqual(['SPX 1.5 2 15:00:00']);
  expect(read({ a: { b: [{ symbol: 'X', bid: '1', ask: '1' }] } }, { items: 'a.b' })).toEqual(['X 1 1 15:00:00']);
  expect(read({ X: { p: { bid: 1e-7, ask: 2e-7 } } }, { symbol: '$key', bid: 'p.bid', ask: 'p.ask' })).toEqual([
    'X 0.0000001 0.0000002 15:00:00',
  ]);
});

it('accepts our symbols as theirs', () => {
  expect(read({ symbol: 'EUR/USD', bid: 1, ask: 1 }, { symbols: { EURUSD: 'EUR/USD' } })).toEqual([
    'EURUSD 1 1 15:00:00',
  ]);
});

it.each([
  ['2026-03-02T14:59:00Z', '14:59:00'],
  [1_772_463_540, '14:59:00'],
  ['1772463540000', '14:59:00'],
  ['2026-03-02T16:00:00Z', '15:00:00'],
])('a price at %s gets the time %s, never later than now', (time, shown) => {
  expect(read({ symbol: 'X', bid: 1, ask: 1, time }, { time: 'time' })).toEqual([`X 1 1 ${shown}`]);
});

it.each([
  null,
  'text',
  [null, 7],
  { symbol: 'X', bid: 0, ask: 1 },
  { symbol: 'X', bid: -1, ask: 1 },
  { symbol: 'X', bid: 2, ask: 1 },
  { symbol: 'X', bid: '1e5', ask: '1e5' },
  { symbol: 'X', bid: Infinity, ask: Infinity },
  { symbol: 'X', bid: '9'.repeat(40), ask: '9'.repeat(40) },
  { symbol: 7, bid: 1, ask: 1 },
  { symbol: 'X', bid: 1 },
])('reads no price from %j', (message) => {
  expect(read(message)).toEqual([]);
});

it('reads no price with an unreadable time', () => {
  expect(read({ symbol: 'X', bid: 1, ask: 1, time: 'soon' }, { time: 'time' })).toEqual([]);
});
