import { sql } from '#server/platform/db/sql.ts';
import type { PersonalDataList } from '#server/platform/people/personal-data.ts';

/** The tiers that a person had, and since when. */
export const tierData: readonly PersonalDataList[] = [
  {
    name: 'tier',
    tables: ['client_tier'],
    rows: (id) => sql`
      select tier, earned_tier, source, since, override_until as set_until from client_tier where client_id = ${id}`,
  },
  {
    name: 'tier_changes',
    tables: ['client_tier_change'],
    rows: (id) => sql`
      select from_tier, tier, source, reason, until, at from client_tier_change where client_id = ${id} order by at, id`,
  },
];
