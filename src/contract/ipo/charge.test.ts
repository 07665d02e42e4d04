import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chargeOf, lotsCovered } from './charge.ts';

const fees = { feeInBps: 300, feeInMinMinor: 0n, feeFixedMinor: 0n };

describe('chargeOf', () => {
  it.each([
    [72, 2000n, fees, 144_000n, 4320n],
    [70, 1900n, fees, 133_000n, 3990n],
    [1, 33n, fees, 33n, 1n],
    [1, 2000n, { ...fees, feeInMinMinor: 500n }, 2000n, 500n],
    [72, 2000n, { ...fees, feeInMinMinor: 500n, feeFixedMinor: 200n }, 144_000n, 4520n],
    [0, 2000n, { ...fees, feeInMinMinor: 500n, feeFixedMinor: 200n }, 0n, 200n],
    [0, 2000n, fees, 0n, 0n],
  ])('of %i shares at %i', (quantity, price, fees, costMinor, feeMinor) => {
    expect(chargeOf(quantity, price, fees)).toEqual({ costMinor, feeMinor });
  });
});

describe('lotsCovered', () => {
  it('is all when the price stays within the hold', () => {
    expect(lotsCovered({ lots: 485, lotSize: 1, heldMinor: 999_100n }, 1900n, fees)).toBe(485);
  });

  it('is the most that the held money pays for', () => {
    const some = fc.record({ lots: fc.integer({ min: 1, max: 500 }), lotSize: fc.integer({ min: 1, max: 20 }) });
    fc.assert(
      fc.property(some, fc.bigInt(1n, 5000n), fc.bigInt(0n, 10_000_000n), fc.nat(5000), (input, price, held, bps) => {
        const fees = { feeInBps: bps, feeInMinMinor: 100n, feeFixedMinor: 0n };
        const total = (lots: number) => {
          const { costMinor, feeMinor } = chargeOf(lots * input.lotSize, price, fees);
          return costMinor + feeMinor;
        };
        const covered = lotsCovered({ ...input, heldMinor: held }, price, fees);
        expect(total(covered) <= held).toBe(true);
        expect(covered === input.lots || total(covered + 1) > held).toBe(true);
      }),
    );
  });
});
