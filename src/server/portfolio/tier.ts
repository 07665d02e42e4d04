import { tiers } from '#contract/constants.ts';

/** Below silver a client is standard. */
export type TierName = 'standard' | (typeof tiers)[number]['name'];

/** Where a value stands among the tiers. Amounts in cents. */
export interface TierStanding {
  tier: TierName;
  nextTier: TierName | null;
  /** What is missing to the next tier; null at the top. */
  missingCents: bigint | null;
  /** Whole percent of the way from this tier to the next, 0 to 100. */
  progressPercent: number;
}

const steps: { name: TierName; fromCents: bigint }[] = [
  { name: 'standard', fromCents: 0n },
  ...tiers.map(({ name, minUsd }) => ({ name, fromCents: BigInt(minUsd) * 100n })),
];

/**
 * The tier that a value in USD cents gives. The table's upper ends are whole dollars, so a tier lasts until the next
 * one begins: 4,999.99 is silver.
 */
export function tierOf(valueCents: bigint): TierStanding {
  const place = Math.max(
    0,
    steps.findLastIndex(({ fromCents }) => fromCents <= valueCents),
  );
  const [own, next] = steps.slice(place);
  if (!own) throw new RangeError('there is no tier at all');
  if (!next) return { tier: own.name, nextTier: null, missingCents: null, progressPercent: 100 };
  const gone = valueCents > own.fromCents ? valueCents - own.fromCents : 0n;
  return {
    tier: own.name,
    nextTier: next.name,
    missingCents: next.fromCents - valueCents,
    progressPercent: Number((gone * 100n) / (next.fromCents - own.fromCents)),
  };
}
