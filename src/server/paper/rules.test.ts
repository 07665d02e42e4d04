import { describe, expect, it } from 'vitest';
import {
  commissionMinor,
  firstToClose,
  isAtOrBelow,
  marginLevel,
  marginMinor,
  partMinor,
  profitMinor,
  spreadMinor,
  swapMinor,
  type Terms,
} from './rules.ts';

const fx: Terms = {
  contractSize: '100000',
  volumeMin: '0.01',
  volumeStep: '0.01',
  volumeMax: '100',
  stopDistance: '0.0001',
  commissionPerLot: '3.5',
  swapLongPercent: '-2.6',
  swapShortPercent: '0.9',
  tripleSwapWeekday: 3,
};
const usd = { currency: 'USD', rate: '1' };
const eur = { currency: 'EUR', rate: '0.86206896551724137931' };
const yen = { currency: 'JPY', rate: '155.76323987' };

describe('margin', () => {
  it.each([
    ['0.10', '1.16000', 100, usd, 11_600n],
    ['0.01', '1.16003', 30, usd, 3_867n],
    ['1.00', '1.16000', 100, eur, 100_000n],
    ['0.10', '1.16000', 100, yen, 18_069n],
  ])('of %s lots at %s with 1:%i is rounded up', (volume, price, leverage, to, minor) => {
    expect(marginMinor(volume, fx, price, leverage, to)).toBe(minor);
  });
});

describe('profit', () => {
  it.each([
    ['buy', '1.16000', '1.16250', usd, 2_500n],
    ['sell', '1.16000', '1.16250', usd, -2_500n],
    ['buy', '1.16000', '1.16250', eur, 2_155n],
    ['sell', '1.16000', '1.16250', eur, -2_156n],
    ['buy', '1.16000', '1.16000', usd, 0n],
    ['sell', '1.16000', '1.15999', yen, 15n],
    ['buy', '1.16000', '1.15999', yen, -16n],
  ] as const)('of a %s from %s to %s is rounded in favour of the operator', (side, openPrice, now, to, minor) => {
    expect(profitMinor({ side, volume: '0.10', openPrice }, fx, now, to)).toBe(minor);
  });
});

describe('costs', () => {
  it('are negative and rounded up', () => {
    expect(commissionMinor('0.01', fx, usd)).toBe(-4n);
    expect(spreadMinor('0.10', fx, { bid: '1.16000', ask: '1.16012' }, usd)).toBe(-120n);
  });

  it.each([
    ['buy', 1, -84n],
    ['buy', 3, -252n],
    ['sell', 1, 29n],
  ] as const)('swap of a %s over %i nights', (side, nights, minor) => {
    expect(swapMinor({ side, volume: '0.10' }, fx, '1.16000', nights, usd)).toBe(minor);
  });
});

describe('a part', () => {
  it('and the rest are the whole, to the last unit', () => {
    for (const [amount, part, of] of [
      [100n, '0.01', '0.03'],
      [-100n, '0.02', '0.03'],
      [7n, '0.03', '0.03'],
    ] as const) {
      const taken = partMinor(amount, part, of);
      expect([taken, amount - taken]).toEqual(
        { '100': [33n, 67n], '-100': [-66n, -34n], '7': [7n, 0n] }[String(amount)],
      );
    }
  });
});

describe('margin level', () => {
  it('is equity in percent of margin, rounded down', () => {
    expect(marginLevel(20_000n, 30_000n)).toBe('66.66');
    expect(marginLevel(-100n, 30_000n)).toBe('-0.34');
    expect(marginLevel(100n, 0n)).toBeNull();
  });

  it('is met exactly at its percent', () => {
    expect([9_999n, 10_000n, 10_001n].map((equity) => isAtOrBelow(50, equity, 20_000n))).toEqual([true, true, false]);
    expect(isAtOrBelow(50, -5n, 0n)).toBe(false);
  });
});

it('a stop-out takes the largest loss first, of equals the oldest', () => {
  const position = (ticket: bigint, resultMinor: bigint) => ({ ticket, resultMinor });
  expect(firstToClose([position(1n, -5n), position(3n, -9n), position(2n, -9n), position(4n, 7n)])?.ticket).toBe(2n);
  expect(firstToClose([])).toBeUndefined();
});
