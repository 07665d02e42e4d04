import { toDecimal } from '#contract/money.ts';
import type { Overview } from '#contract/portfolio.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { outlookOf, type KeptTier, type Tier } from './tier.ts';

interface Row extends KeptTier {
  since: string | null;
  daysBelow: number;
}

type Standing = Pick<Overview, 'tier' | 'next_tier' | 'to_next_tier' | 'tier_progress' | 'tier_standing'>;

const usd = (cents: bigint) => toDecimal(cents, 'USD');

/** The tier that a client has, why, and where his present realised equity leads. Equity in USD cents. */
export async function readStanding(db: Queries, clientId: string, equityCents: bigint, now: Date): Promise<Standing> {
  const tiers = await db.rows<Tier>(sql`select name, from_cents as "fromCents" from tier order by from_cents`);
  const kept = await db.one<Row>(sql`
    select coalesce(t.tier, 'standard') as tier, t.since, t.below_since as "belowSince", t.below_best as "belowBest",
           t.override_until as "setUntil", s.days_below as "daysBelow"
    from tier_setting s left join client_tier t on t.client_id = ${clientId}`);
  const today = now.toISOString().slice(0, 10);
  const outlook = outlookOf(tiers, kept, { equityCents, today, daysBelow: kept.daysBelow });
  const { nextTier, missingCents, progressPercent, reviewOn, risesTo, falls } = outlook;
  return {
    tier: kept.tier,
    next_tier: nextTier,
    to_next_tier: missingCents === null ? null : usd(missingCents),
    tier_progress: progressPercent,
    tier_standing: {
      since: kept.since,
      equity: usd(equityCents),
      review_on: reviewOn,
      rises_to: risesTo,
      falls: falls && { on: falls.on, to: falls.to, unless: usd(falls.unlessCents) },
      set_until: kept.setUntil,
    },
  };
}
