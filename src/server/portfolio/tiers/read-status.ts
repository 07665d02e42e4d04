import { toDecimal } from '#contract/kernel/money.ts';
import type { Overview } from '#contract/portfolio/endpoints.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { outlookOf, type StoredTier, type Tier } from './tier.ts';

interface Row extends StoredTier {
  since: string | null;
  daysBelow: number;
}

type TierStatus = Pick<Overview, 'tier' | 'next_tier' | 'to_next_tier' | 'tier_progress' | 'tier_status'>;

const usd = (cents: bigint) => toDecimal(cents, 'USD');

/** The tier that a client has, why, and which tier the present realised equity leads to. Equity in USD cents. */
export async function readTierStatus(
  db: Queries,
  clientId: string,
  equityCents: bigint,
  now: Date,
): Promise<TierStatus> {
  const tiers = await db.rows<Tier>(sql`select name, from_cents as "fromCents" from tier order by from_cents`);
  const stored = await db.one<Row>(sql`
    select coalesce(t.tier, 'standard') as tier, t.since, t.below_since as "belowSince", t.below_best as "belowBest",
           t.override_until as "setUntil", s.days_below as "daysBelow"
    from tier_setting s left join client_tier t on t.client_id = ${clientId}`);
  const today = now.toISOString().slice(0, 10);
  const outlook = outlookOf(tiers, stored, { equityCents, today, daysBelow: stored.daysBelow });
  const { nextTier, missingCents, progressPercent, reviewOn, risesTo, falls } = outlook;
  return {
    tier: stored.tier,
    next_tier: nextTier,
    to_next_tier: missingCents === null ? null : usd(missingCents),
    tier_progress: progressPercent,
    tier_status: {
      since: stored.since,
      equity: usd(equityCents),
      review_on: reviewOn,
      rises_to: risesTo,
      falls: falls && { on: falls.on, to: falls.to, unless: usd(falls.unlessCents) },
      set_until: stored.setUntil,
    },
  };
}
