import { expect, it } from 'vitest';
import { outlookOf, type StoredTier, type Tier } from './tier.ts';

const tiers: Tier[] = [
  { name: 'standard', fromCents: 0n },
  { name: 'silver', fromCents: 100_000n },
  { name: 'gold', fromCents: 500_000n },
  { name: 'platinum', fromCents: 2_000_000n },
  { name: 'vip', fromCents: 5_000_000n },
];
const outlook = (stored: Partial<StoredTier>, equityCents: bigint) =>
  outlookOf(
    tiers,
    { tier: 'standard', belowSince: null, belowBest: null, setUntil: null, ...stored },
    { equityCents, today: '2026-03-02', daysBelow: 30 },
  );

it.each([
  ['standard', 0n, 'silver', 100_000n, 0],
  ['standard', 99_999n, 'silver', 1n, 99],
  ['silver', 100_000n, 'gold', 400_000n, 0],
  ['silver', 300_000n, 'gold', 200_000n, 50],
  ['silver', 499_999n, 'gold', 1n, 99],
  ['silver', 500_000n, 'gold', 0n, 100],
  ['gold', 100_000n, 'platinum', 1_900_000n, 0],
  ['platinum', 4_999_999n, 'vip', 1n, 99],
  ['vip', 5_000_000n, null, null, 100],
  ['vip', 1_000_000_000_001n, null, null, 100],
] as const)('from %s, %s cents are so far from %s', (tier, cents, nextTier, missingCents, progressPercent) => {
  expect(outlook({ tier }, cents)).toMatchObject({ nextTier, missingCents, progressPercent, reviewOn: '2026-03-03' });
});

it('rises at the next review', () => {
  expect(outlook({ tier: 'silver' }, 2_000_000n)).toMatchObject({ risesTo: 'platinum', falls: null });
  expect(outlook({ tier: 'silver' }, 499_999n)).toMatchObject({ risesTo: null, falls: null });
});

it('falls after all the days below, counted from the first, to the best of them', () => {
  const unlessCents = 2_000_000n;
  expect(outlook({ tier: 'platinum' }, 1n).falls).toEqual({ on: '2026-04-02', to: 'standard', unlessCents });
  expect(outlook({ tier: 'platinum', belowSince: '2026-02-10', belowBest: 'gold' }, 1n).falls).toEqual({
    on: '2026-03-12',
    to: 'gold',
    unlessCents,
  });
});

it('does not fall once equity is there again', () => {
  expect(outlook({ tier: 'gold', belowSince: '2026-02-10', belowBest: 'silver' }, 500_000n).falls).toBeNull();
});

it('predicts nothing while staff have set the tier', () => {
  expect(outlook({ tier: 'gold', setUntil: '2026-04-01' }, 1n)).toMatchObject({ risesTo: null, falls: null });
  expect(outlook({ tier: 'gold', setUntil: '2026-04-01' }, 5_000_000n)).toMatchObject({ risesTo: null, falls: null });
});

it('knows only the tiers that there are', () => {
  expect(() =>
    outlookOf(
      [],
      { tier: 'gold', belowSince: null, belowBest: null, setUntil: null },
      { equityCents: 0n, today: '2026-03-02', daysBelow: 30 },
    ),
  ).toThrow(RangeError);
});
