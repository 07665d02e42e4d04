import { describe, expect, it } from 'vitest';
import { orderInputOf, spreadPoints, stepVolume, type TicketValues } from './input.ts';

const market: TicketValues = { side: 'buy', type: 'market', volume: '0.10', price: '', sl: '', tp: '' };

describe('the order input of a ticket', () => {
  it('is what the fields say, and nothing of a price that the type does not take', () => {
    expect(orderInputOf('EURUSD', { ...market, price: '1.1' })).toEqual({
      symbol: 'EURUSD',
      side: 'buy',
      type: 'market',
      volume: '0.10',
    });
    expect(orderInputOf('EURUSD', { ...market, type: 'limit', price: '1.1', sl: '1.09', tp: '1.2' })).toEqual({
      symbol: 'EURUSD',
      side: 'buy',
      type: 'limit',
      volume: '0.10',
      price: '1.1',
      sl: '1.09',
      tp: '1.2',
    });
  });

  it.each<[what: string, change: Partial<TicketValues>]>([
    ['no volume', { volume: '' }],
    ['a volume of nothing', { volume: '0.00' }],
    ['a price that is missing', { type: 'stop' }],
    ['words', { sl: 'soon' }],
    ['a comma', { volume: '0,1' }],
  ])('is none with %s', (_what, change) => {
    expect(orderInputOf('EURUSD', { ...market, ...change })).toBeNull();
  });
});

describe('a step of volume', () => {
  const terms = { volume_min: '0.01', volume_step: '0.01', volume_max: '50' };
  it.each<[from: string, by: 1 | -1, to: string]>([
    ['0.10', 1, '0.11'],
    ['0.01', -1, '0.01'],
    ['50', 1, '50.00'],
    ['', 1, '0.01'],
    ['0.29', 1, '0.30'],
  ])('from %j by %d is %s', (from, by, to) => expect(stepVolume(from, by, terms)).toBe(to));
});

it.each<[bid: string, ask: string, digits: number, points: number]>([
  ['1.15564', '1.15573', 5, 9],
  ['149.995', '150.010', 3, 15],
  ['64000.5', '64012.5', 1, 120],
])('the spread of %s and %s is counted in units of digit %d', (bid, ask, digits, points) =>
  expect(spreadPoints({ bid, ask }, digits)).toBe(points),
);
