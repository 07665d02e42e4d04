import { expect, it } from 'vitest';
import { tierOf } from './tier.ts';

it.each([
  [0n, 'standard', 'silver', 100_000n, 0],
  [99_999n, 'standard', 'silver', 1n, 99],
  [100_000n, 'silver', 'gold', 400_000n, 0],
  [300_000n, 'silver', 'gold', 200_000n, 50],
  [499_900n, 'silver', 'gold', 100n, 99],
  [499_999n, 'silver', 'gold', 1n, 99],
  [500_000n, 'gold', 'platinum', 1_500_000n, 0],
  [1_999_999n, 'gold', 'platinum', 1n, 99],
  [2_000_000n, 'platinum', 'vip', 3_000_000n, 0],
  [4_999_999n, 'platinum', 'vip', 1n, 99],
  [5_000_000n, 'vip', null, null, 100],
  [1_000_000_000_001n, 'vip', null, null, 100],
])('%s cents are %s', (cents, tier, nextTier, missingCents, progressPercent) => {
  expect(tierOf(cents)).toEqual({ tier, nextTier, missingCents, progressPercent });
});
