import type { Tiers } from '#contract/portfolio/endpoints.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

type Benefits = Tiers['tiers'][number];

/** What each tier takes and gives, from the lowest. */
export async function readTiers(db: Queries): Promise<Tiers> {
  const tiers = await db.rows<Benefits>(sql`
    select tier, (from_cents / 100.0)::numeric(20, 2) as from,
           max(value) filter (where benefit = 'ipo_fee_percent') as ipo_fee_percent,
           max(value) filter (where benefit = 'allotment_weight') as allotment_weight,
           max(value) filter (where benefit = 'withdrawal_fee_off_percent') as withdrawal_fee_off_percent,
           max(value) filter (where benefit = 'withdrawal_limit_factor') as withdrawal_limit_factor,
           (max(value) filter (where benefit = 'support_hours'))::int as support_hours,
           max(value) filter (where benefit = 'personal_manager') = 'yes' as personal_manager,
           max(value) filter (where benefit = 'content') as content
    from tier join tier_benefit on tier = name
    group by tier, from_cents
    order by from_cents`);
  return { tiers };
}
