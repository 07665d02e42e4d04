import type { TierName } from '#contract/tier-names.ts';

/** A tier and what it takes, in USD cents. */
export interface Tier {
  name: TierName;
  fromCents: bigint;
}

/** What is kept of a client. Days are UTC. */
export interface KeptTier {
  tier: TierName;
  /** The first day on which equity did not reach the tier, and the highest that it reached on one of the days since. */
  belowSince: string | null;
  belowBest: TierName | null;
  /** The last day of a tier that staff have set. */
  setUntil: string | null;
}

/** What lies ahead of a client with that equity, in cents. */
export interface Outlook {
  nextTier: TierName | null;
  /** What is missing to the next tier; null at the top. */
  missingCents: bigint | null;
  /** Whole percent of the way from this tier to the next, 0 to 100. */
  progressPercent: number;
  /** The day of the next review, at whose beginning equity is measured. */
  reviewOn: string;
  /** What that review gives, if it is more. */
  risesTo: TierName | null;
  /** Equity is below what the tier takes: the review of that day takes it away, unless equity reaches the amount before. */
  falls: { on: string; to: TierName; unlessCents: bigint } | null;
}

const dayMs = 86_400_000;
const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/**
 * Where equity leads from the tier that a client has. While staff have set the tier, it leads nowhere.
 * @param tiers from the lowest, which takes nothing
 */
export function outlookOf(
  tiers: readonly Tier[],
  kept: KeptTier,
  { equityCents, today, daysBelow }: { equityCents: bigint; today: string; daysBelow: number },
): Outlook {
  const place = tiers.findIndex(({ name }) => name === kept.tier);
  const [own, next] = tiers.slice(place);
  if (place < 0 || !own) throw new RangeError(`there is no tier ${kept.tier}`);
  const given = Math.max(
    0,
    tiers.findLastIndex(({ fromCents }) => fromCents <= equityCents),
  );
  const reviewOn = plusDays(today, 1);
  const best = Math.max(
    given,
    tiers.findIndex(({ name }) => name === kept.belowBest),
  );
  const isFree = kept.setUntil === null;
  return {
    nextTier: next?.name ?? null,
    missingCents: next ? max(next.fromCents - equityCents, 0n) : null,
    progressPercent: next ? progress(own.fromCents, next.fromCents, equityCents) : 100,
    reviewOn,
    risesTo: isFree && given > place ? (tiers[given]?.name ?? null) : null,
    falls:
      isFree && given < place
        ? {
            on: plusDays(kept.belowSince ?? reviewOn, daysBelow),
            to: tiers[best]?.name ?? own.name,
            unlessCents: own.fromCents,
          }
        : null,
  };
}

const max = (a: bigint, b: bigint) => (a > b ? a : b);

function progress(from: bigint, to: bigint, now: bigint): number {
  if (now >= to) return 100;
  return Number((max(now - from, 0n) * 100n) / (to - from));
}
