import { expect, test } from 'vitest';
import { feeOf } from './fee.ts';

test.each([
  [{ feeFixed: 0n, feePercent: '0' }, 12_345n, 0n],
  [{ feeFixed: 0n, feePercent: '1.5' }, 10_000n, 150n],
  // A part of a minor unit is a whole one.
  [{ feeFixed: 0n, feePercent: '1.5' }, 10_001n, 151n],
  [{ feeFixed: 250n, feePercent: '0.625' }, 1n, 251n],
  [{ feeFixed: 500n, feePercent: '2' }, 0n, 500n],
])('%o of %d is %d', (price, amount, fee) => {
  expect(feeOf(price, amount)).toBe(fee);
});
