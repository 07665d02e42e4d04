import type { OfferingState } from '#contract/ipo/names.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';

/** The next step of the clock for any offering: the offering's name, its next state, and when. */
export function nextDeadline(app: App): Promise<{ name: string; state: OfferingState; at: Date } | undefined> {
  return app.db.maybeOne(sql`
    select name, state, at from (
      select issuer as name, 'open' as state, opens_at as at from ipo_offering where state = 'announced'
      union all select issuer, 'closed', closes_at from ipo_offering where state = 'open'
      union all select issuer, 'allotting', confirm_until from ipo_offering where state = 'reconfirming'
      union all select issuer, 'unlocked', lock_up_ends_at from ipo_offering where state = 'listed') due
    where at > ${app.clock.now()} order by at limit 1`);
}
