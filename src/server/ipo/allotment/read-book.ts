import type { TierName } from '#contract/portfolio/tier-names.ts';
import { waitingStates } from '#contract/ipo/names.ts';
import { clientLevel } from '#server/platform/people/client-state.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { emptyBook, fillRow, type Book, type BookRow } from './book.ts';

/** Rows are read in pages, and the server handles other requests between them. */
const pageSize = 5_000;

/**
 * The applications of an offering as they would take part now, in the columns of `ipo_allotment_entry`. An application
 * counts for as many lots as the held money pays for at the final price, with the percentage fee or its minimum, and
 * the fixed fee. That is all its lots, unless the price is above the one that the hold covers.
 */
export const presentEntries = (offeringId: string): Sql => sql`
  select a.offering_id, a.id as application_id, a.number, b.tier, (b.allotment_weight * 100)::int as weight,
         a.quantity as requested, may.eligible, may.limit_met,
         case when may.eligible and may.limit_met
              then greatest(0, least(a.quantity, paid.cost_minor / (o.final_price_minor * o.lot_size) * o.lot_size)) else 0 end::int as counted
  from ipo_application a
  join ipo_offering o on o.id = a.offering_id
  join person c on c.id = a.client_id
  join client_benefit b on b.client_id = a.client_id
  cross join lateral (
    select a.state <> 'reconfirm_required'
             and ${clientLevel} >= o.min_level as eligible,
           coalesce(a.limit_price_minor >= o.final_price_minor, true) as limit_met) may
  cross join lateral (
    select least(div((a.held_minor - a.fee_fixed_minor)::numeric * 10000, 10000 + a.fee_in_bps),
                 a.held_minor - a.fee_fixed_minor - a.fee_in_min_minor)::bigint as cost_minor) paid
  where a.offering_id = ${offeringId} and a.state = any(${waitingStates}::text[])`;

/** The applications as they were frozen. */
export const frozenEntries = (offeringId: string): Sql => sql`
  select * from ipo_allotment_entry where offering_id = ${offeringId}`;

/** Reads all entries into a book. @param withSecrets reserves space for the secrets of the draw */
export async function readBook(db: Queries, entries: Sql, withSecrets = false): Promise<Book> {
  const { applications } = await db.one<{ applications: number }>(sql`
    select count(*)::int as applications from (${entries}) entry`);
  const book = emptyBook(applications, withSecrets);
  let after = 0n;
  for (let at = 0; at < applications;) {
    const rows = await db.rows<BookRow & { tier: TierName }>(sql`
      select number, tier, weight, requested, limit_met as "limitMet", counted from (${entries}) entry
      where number > ${after} order by number limit ${pageSize}`);
    for (const row of rows) fillRow(book, at++, row);
    const last = rows.at(-1);
    if (!last) throw new Error('the book changed while it was read');
    after = last.number;
  }
  return book;
}
