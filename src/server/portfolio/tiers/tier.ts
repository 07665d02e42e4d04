import type { TierName } from '#contract/portfolio/tier-names.ts';

/** A tier and what it takes, in USD cents. */
export interface Tier {
  name: TierName;
  fromCents: bigint;
}

/** What is stored of a client. Days are UTC. */
export interface StoredTier {
  tier: TierName;
  /** The first day on which equity did not reach the tier, and the highest that it reached on one of the days since. */
  belowSince: string | null;
  belowBest: TierName | null;
  /** The last day of a tier that staff have set. */
  setUntil: string | null;
}

/** The next tier changes of a client with that equity, in cents. */
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
  /**
   * Equity is below the requirement of the tier: the review of that day lowers the tier, unless equity reaches the
   * amount before.
   */
  falls: { on: string; to: TierName; unlessCents: bigint } | null;
}

const dayMs = 86_400_000;
const plusDays = (day: string, days: number) => new Date(Date.parse(day) + days * dayMs).toISOString().slice(0, 10);

/**
 * The tier changes that the equity of a client leads to. None while staff have set the tier.
 * @param tiers from the lowest, which requires nothing
 */
export function outlookOf(
  tiers: readonly Tier[],
  stored: StoredTier,
  { equityCents, today, daysBelow }: { equityCents: bigint; today: string; daysBelow: number },
): Outlook {
  const index = tiers.findIndex(({ name }) => name === stored.tier);
  const [own, next] = tiers.slice(index);
  if (index < 0 || !own) throw new RangeError(`there is no tier ${stored.tier}`);
  const given = Math.max(
    0,
    tiers.findLastIndex(({ fromCents }) => fromCents <= equityCents),
  );
  const reviewOn = plusDays(today, 1);
  const best = Math.max(
    given,
    tiers.findIndex(({ name }) => name === stored.belowBest),
  );
  const isFree = stored.setUntil === null;
  return {
    nextTier: next?.name ?? null,
    missingCents: next ? max(next.fromCents - equityCents, 0n) : null,
    progressPercent: next ? progress(own.fromCents, next.fromCents, equityCents) : 100,
    reviewOn,
    risesTo: isFree && given > index ? (tiers[given]?.name ?? null) : null,
    falls:
      isFree && given < index
        ? {
            on: plusDays(stored.belowSince ?? reviewOn, daysBelow),
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
