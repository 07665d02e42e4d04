import type { Offering } from '#contract/ipo-records.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';
import { readOfferings, shownToClients } from './offering-row.ts';

/**
 * The calendar: first the offering whose next date comes soonest, then the latest of those that have none ahead, and
 * last what was withdrawn.
 */
export function listOfferings({ db, clock }: App, me: Client): Promise<Offering[]> {
  const now = clock.now();
  return readOfferings(
    db,
    me.id,
    sql`${shownToClients}
      order by o.state = 'withdrawn',
               (select min(at) from unnest(array[o.opens_at, o.closes_at, o.listed_at]) at where at > ${now}) nulls last,
               coalesce(o.listed_at, o.closes_at) desc, o.id`,
  );
}
