import type { ResponseOf } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { lockOffering, readStaffOfferingRow } from '../staff/offering-row.ts';
import { termsOf } from '../staff/terms.ts';

type OfferingDraft = ResponseOf<'GET /api/operator/v1/ipo/drafts/:id'>;

/** An offering that is not announced yet. @throws Refusal `http.not_found` */
export function readDraft({ db }: App, id: string): Promise<OfferingDraft> {
  return db.snapshot(async (tx) => {
    const offering = await readStaffOfferingRow(tx, id);
    if (offering.state !== 'draft') throw notFound();
    const prospectus = await tx.maybeOne<{ url: string }>(sql`
      select url from ipo_prospectus where offering_id = ${id} order by version desc limit 1`);
    return {
      id,
      version: offering.version,
      terms: termsOf(offering),
      texts: await tx.rows(sql`
        select language, about, risks from ipo_offering_text where offering_id = ${id} order by language`),
      prospectus: prospectus?.url ?? null,
    };
  });
}

/** Staff may change a little of an offering that is announced, a program nothing. @throws Refusal `http.not_found`, `ipo_staff.state` */
export async function lockDraft(tx: Tx, id: string): Promise<void> {
  const { state } = await lockOffering(tx, id);
  if (state !== 'draft') throw refuse('ipo_staff.state');
}
