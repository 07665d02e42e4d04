import { describe, expect, it } from 'vitest';
import { digitsFault, isReached, stopReached, stopsFault, volumeFault, waitingPriceFault } from './rules.ts';
import type { Terms } from '../rules.ts';

const terms: Terms = {
  contractSize: '1',
  volumeMin: '0.1',
  volumeStep: '0.1',
  volumeMax: '5',
  stopDistance: '2',
  commissionPerLot: '0',
  swapLongPercent: '0',
  swapShortPercent: '0',
  tripleSwapWeekday: null,
};
const market = { bid: '100.00', ask: '101.00' };

describe('a volume', () => {
  it.each([
    ['0.05', 'paper.volume_min'],
    ['0.1', undefined],
    ['0.15', 'paper.volume_step'],
    ['5.0', undefined],
    ['5.1', 'paper.volume_max'],
  ])('of %s: %s', (volume, code) => expect(volumeFault(volume, terms)?.code).toBe(code));
});

it('a price has no more digits than its instrument, and the field is named', () => {
  expect(digitsFault({ price: '1.00', sl: '1.001', tp: null }, 2)).toMatchObject({
    field: 'sl',
    params: { digits: 2 },
  });
  expect(digitsFault({ price: '1.00', sl: null, tp: '1' }, 2)).toBeUndefined();
});

describe('a waiting price', () => {
  it.each([
    ['limit', 'buy', '99.00', undefined],
    ['limit', 'buy', '99.01', 'paper.price_below'],
    ['stop', 'buy', '103.00', undefined],
    ['stop', 'buy', '102.99', 'paper.price_above'],
    ['limit', 'sell', '102.00', undefined],
    ['limit', 'sell', '101.99', 'paper.price_above'],
    ['stop', 'sell', '98.00', undefined],
    ['stop', 'sell', '98.01', 'paper.price_below'],
  ] as const)('%s to %s at %s: %s', (type, side, price, code) =>
    expect(waitingPriceFault({ type, side, price }, market, terms)?.code).toBe(code),
  );

  it('is never on the market, however small the distance', () => {
    const none = { ...terms, stopDistance: '0' };
    expect(waitingPriceFault({ type: 'limit', side: 'buy', price: '101.00' }, market, none)?.code).toBe(
      'paper.price_below',
    );
  });
});

describe('stops', () => {
  it.each([
    ['buy', '98.00', '102.00', undefined],
    ['buy', '98.01', null, 'paper.sl_below'],
    ['buy', null, '101.99', 'paper.tp_above'],
    ['sell', '102.00', '98.00', undefined],
    ['sell', '101.99', null, 'paper.sl_above'],
    ['sell', null, '98.01', 'paper.tp_below'],
  ] as const)('of a %s at 100: loss %s, profit %s: %s', (side, sl, tp, code) =>
    expect(stopsFault(side, { sl, tp }, '100.00', terms)?.code).toBe(code),
  );
});

describe('the market comes', () => {
  it.each([
    ['limit', 'buy', '101.00', true],
    ['limit', 'buy', '100.99', false],
    ['stop', 'buy', '101.00', true],
    ['stop', 'buy', '101.01', false],
    ['limit', 'sell', '100.00', true],
    ['limit', 'sell', '100.01', false],
    ['stop', 'sell', '100.00', true],
    ['stop', 'sell', '99.99', false],
  ] as const)('to a %s to %s at %s: %s', (type, side, price, reached) =>
    expect(isReached({ type, side, price }, market)).toBe(reached),
  );

  it.each([
    ['buy', '100.00', null, 'sl'],
    ['buy', '99.99', '100.00', 'tp'],
    ['buy', '100.00', '100.00', 'sl'],
    ['sell', '101.00', null, 'sl'],
    ['sell', '101.01', '101.00', 'tp'],
    ['sell', '101.01', '100.99', undefined],
  ] as const)('to the stops of a %s, loss %s and profit %s: %s', (side, sl, tp, which) =>
    expect(stopReached({ side, sl, tp }, market)).toBe(which),
  );
});
