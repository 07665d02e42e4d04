import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import { offeringColumns, type OfferingRow } from '../offerings/offering-row.ts';

/** An offering for staff: with what its actions depend on. */
export interface StaffOfferingRow extends OfferingRow {
  updatedAt: Date;
  /** The allotment has begun: no application leaves the book any more. */
  frozen: boolean;
  /** An application in the book holds money. */
  waiting: boolean;
  /** Open applications with money, or shares that clients still have. */
  involved: boolean;
}

/** @throws Refusal `http.not_found` */
export async function readStaffOfferingRow(db: Queries, id: string): Promise<StaffOfferingRow> {
  const found = await db.maybeOne<StaffOfferingRow>(sql`
    select ${offeringColumns}, o.updated_at as "updatedAt", book.waiting, book.waiting or exists (
             select from ipo_holding h where h.offering_id = o.id and h.sold_quantity < h.quantity) as involved,
           exists (select from ipo_allotment f where f.offering_id = o.id) as frozen
    from ipo_offering o
    cross join lateral (
      select exists (select from ipo_application w where w.offering_id = o.id
        and w.state in ('submitted', 'amended', 'reconfirm_required', 'confirmed')) as waiting) book
    where o.id = ${id}`);
  if (!found) throw notFound();
  return found;
}

/**
 * The same, under its lock: no client applies, and no job moves it on, before this transaction has ended.
 * @throws Refusal `http.not_found`
 */
export async function lockOffering(tx: Tx, id: string): Promise<StaffOfferingRow> {
  await tx.run(sql`select from ipo_offering where id = ${id} for update`);
  return readStaffOfferingRow(tx, id);
}
