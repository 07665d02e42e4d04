import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthByDay, maximumDrawdown, moneyWeighted, timeWeighted, type Day } from './performance.ts';

const day = (valueMinor: bigint, flowMinor = 0n): Day => ({ valueMinor, flowMinor });

describe('the time-weighted return', () => {
  it.each<[what: string, start: bigint, days: Day[], percent: string]>([
    ['chains the days', 100_00n, [day(110_00n), day(104_50n)], '4.50'],
    ['does not see what came in', 100_00n, [day(110_00n), day(214_50n, 110_00n), day(214_50n)], '7.25'],
    ['counts what comes in from the morning', 0n, [day(105_00n, 100_00n)], '5.00'],
    ['counts what goes out until the evening', 100_00n, [day(0n, -105_00n)], '5.00'],
    ['rests while nothing is invested', 0n, [day(0n), day(0n), day(110_00n, 100_00n)], '10.00'],
    ['knows a total loss', 100_00n, [day(0n)], '-100.00'],
    ['rounds half away from zero', 20_000_00n, [day(19_999_99n), day(19_998_99n)], '-0.01'],
    ['is nothing without days', 100n, [], '0.00'],
  ])('%s', (_what, start, days, percent) => {
    expect(timeWeighted(growthByDay(start, days))).toBe(percent);
  });

  it('is the same however much money is at work', () => {
    const returns = fc.array(fc.integer({ min: -30, max: 30 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(
        returns,
        fc.array(fc.bigInt(0n, 10n ** 9n), { minLength: 20, maxLength: 20 }),
        (percents, inflows) => {
          const path = (flows: readonly bigint[]) => {
            let value = 10n ** 12n;
            return percents.map((percent, index) => {
              const flow = flows[index] ?? 0n;
              value = ((value + flow) * BigInt(100 + percent)) / 100n;
              return day(value, flow);
            });
          };
          const plain = growthByDay(10n ** 12n, path([])).at(-1) ?? 0n;
          const fed = growthByDay(10n ** 12n, path(inflows)).at(-1) ?? 0n;
          const apart = plain > fed ? plain - fed : fed - plain;
          expect(apart < 10n ** 15n).toBe(true);
        },
      ),
    );
  });
});

describe('the maximum drawdown', () => {
  it.each([
    ['110 120 130', '0.00'],
    ['120 90 150 100', '-33.33'],
    ['50 200 150', '-50.00'],
  ])('of 100 and then %s is %s percent', (values, percent) => {
    const days = values.split(' ').map((value) => day(BigInt(value)));
    expect(maximumDrawdown(growthByDay(100n, days))).toBe(percent);
  });

  it('does not take a withdrawal for a loss', () => {
    expect(maximumDrawdown(growthByDay(100n, [day(20n, -80n), day(20n)]))).toBe('0.00');
  });
});

describe('the money-weighted return', () => {
  const still = (count: number, value: bigint): Day[] => Array.from({ length: count }, () => day(value));

  it('is the plain return where nothing came or went', () => {
    expect(moneyWeighted(1000_00n, [...still(364, 1000_00n), day(1100_00n)])).toEqual({
      period: '10.00',
      yearly: '10.00',
    });
  });

  it('gives no yearly figure before a year is over', () => {
    expect(moneyWeighted(1000_00n, [...still(30, 1000_00n), day(1100_00n)])?.yearly).toBeNull();
  });

  it('solves for the rate of several flows', () => {
    // 1,000 at once, 1,000 after a year, 2,200 at the end of the second: 1000x² + 1000x = 2200, x = 1.06524758…
    const days = [
      ...still(364, 1000_00n),
      day(1000_00n),
      day(2000_00n, 1000_00n),
      ...still(363, 2000_00n),
      day(2200_00n),
    ];
    expect(moneyWeighted(1000_00n, days)?.yearly).toBe('6.52');
  });

  it('counts heavy money more than time does', () => {
    const days = [day(110_00n), day(9509_50n, 9900_00n)];
    expect(timeWeighted(growthByDay(100_00n, days))).toBe('4.50');
    expect(moneyWeighted(100_00n, days)?.period.startsWith('-')).toBe(true);
  });

  it('is unknown where nothing was invested, and a total loss where all was lost', () => {
    expect(moneyWeighted(0n, still(10, 0n))).toBeNull();
    expect(moneyWeighted(0n, [])).toBeNull();
    expect(moneyWeighted(100n, still(10, 0n))?.period).toBe('-100.00');
  });
});
