import type { Offering } from '#contract/ipo/records.ts';
import type { App } from '#server/platform/app.ts';
import { calendarPage } from '#contract/ipo/calendar.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readOfferings, shownToClients } from './offering-row.ts';

/**
 * The calendar: first offerings with a next date, the soonest first; then the latest of those without one; withdrawn
 * ones last.
 * @param skip offerings of earlier pages
 */
export function listOfferings({ db, clock }: App, me: Person, skip = 0): Promise<Offering[]> {
  const order = sql`
    order by o.state = 'withdrawn',
             (select min(at) from unnest(array[o.opens_at, o.closes_at, o.listed_at]) at where at > ${clock.now()}) nulls last,
             coalesce(o.listed_at, o.closes_at) desc, o.id`;
  return readOfferings(
    db,
    me.id,
    sql`o.id in (select o.id from ipo_offering o where ${shownToClients} ${order} limit ${calendarPage} offset ${skip}) ${order}`,
  );
}
