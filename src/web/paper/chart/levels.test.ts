import { describe, expect, it } from 'vitest';
import type { Order, Position } from '#contract/trading/records.ts';
import { changeOf, drawnAs, levelsOf, resultAt, type Level } from './levels.ts';

const position = {
  ticket: '7',
  symbol: 'EURUSD',
  side: 'buy',
  volume: '0.50',
  open_price: '1.1500',
  price: '1.1520',
  sl: '1.1450',
  tp: null,
  profit: '100.00',
} as Position;
const order = { ticket: '8', symbol: 'EURUSD', side: 'sell', price: '1.1600', sl: null, tp: '1.1400' } as Order;
const now = '1.1520';
const levels = levelsOf({ positions: [position], orders: [order, { ...order, symbol: 'SPX' }] }, 'EURUSD');
const level = (key: string) => levels.find((each) => each.key === key) as Level;

describe('the levels of an account in an instrument', () => {
  it('are its positions and orders there, with the stops that are set', () =>
    expect(levels.map(({ key, price }) => [key, price])).toEqual([
      ['7 open', '1.1500'],
      ['7 sl', '1.1450'],
      ['8 order', '1.1600'],
      ['8 tp', '1.1400'],
    ]));

  it.each<[side: 'buy' | 'sell', price: string, kind: string]>([
    ['buy', '1.1400', 'sl'],
    ['buy', '1.1700', 'tp'],
    ['sell', '1.1400', 'tp'],
    ['sell', '1.1700', 'sl'],
  ])('are drawn from a %s position to %s as its %s', (side, price, kind) =>
    expect(drawnAs({ ...level('7 open'), of: { position: { ...position, side } } }, price, now)).toBe(kind),
  );
});

describe('a level that is moved', () => {
  it.each<[key: string, price: string, body: object]>([
    ['7 sl', '1.1480', { position: '7', sl: '1.1480' }],
    ['7 open', '1.1700', { position: '7', sl: '1.1450', tp: '1.1700' }],
    ['8 order', '1.1650', { order: '8', price: '1.1650', tp: '1.1400' }],
    ['8 tp', '1.1300', { order: '8', price: '1.1600', tp: '1.1300' }],
  ])('%s to %s changes that alone', (key, price, body) => expect(changeOf(level(key), price, now)).toEqual(body));

  it('says about what it would come to', () => {
    const worth = { contract_size: '100000', currency: 'USD' };
    expect(resultAt(level('7 sl'), '1.1450', worth, 'USD')).toBe('-250.00');
    // In another currency by the rate that the present result implies.
    expect(resultAt(level('7 sl'), '1.1450', worth, 'EUR')).toBe('-250.00');
    expect(resultAt(level('8 tp'), '1.1400', worth, 'EUR')).toBeNull();
  });
});
