import type { AllotmentMethod } from '#contract/ipo/names.ts';
import { readManualAllotment } from '#contract/ipo/allotment/manual-allotment.ts';
import { houseAccount, openAccounts } from '#server/ledger/accounts.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { presentEntries } from './read-book.ts';

/** The decision of two people. */
export interface AllotmentOrder {
  offeringId: string;
  approvalRequestId: string;
  method: AllotmentMethod;
  /** The allotment itself, for the method `manual`. */
  manualCsv?: string | undefined;
}

interface Frozen {
  quota: bigint;
  lotSize: number;
  currency: string;
}

/** Where the money of an offering's applications goes. */
export const escrowOf = (offeringId: string, currency: string) => houseAccount('ipo_escrow', currency, offeringId);

/**
 * Orders the allotment in the transaction that decides on it; the offering must be in state `allotting`. It freezes the
 * book and leaves the rest to the job `ipo.allotment`, which continues after any interruption.
 * @throws Refusal `ipo.quota_exceeded` when `full` cannot serve every application; on field `manual_csv`
 * `ipo.manual_allotment`
 */
export async function allotOffering(tx: Tx, app: Pick<App, 'clock'>, order: AllotmentOrder): Promise<void> {
  const { offeringId, approvalRequestId, method, manualCsv } = order;
  const at = app.clock.now();
  const { currency, ...frozen } = await tx.one<Frozen>(sql`
    with frozen as (
      insert into ipo_allotment (offering_id, approval_request_id, method, manual_csv, quota, lot_size, final_price_minor, weights, frozen_at)
      select o.id, ${approvalRequestId}, ${method}, ${method === 'manual' ? (manualCsv ?? '') : null}, o.quota, o.lot_size, o.final_price_minor,
             (select jsonb_object_agg(tier, (value::numeric * 100)::int) from tier_benefit where benefit = 'allotment_weight'), ${at}
      from (select * from ipo_offering where id = ${offeringId} and state = 'allotting' and mode = 'subscription' for update) o
      returning offering_id, quota, lot_size)
    select f.quota, f.lot_size as "lotSize", o.currency from frozen f join ipo_offering o on o.id = f.offering_id`);
  // By the published weights, whatever the tiers give now.
  await tx.run(sql`
    insert into ipo_allotment_entry (offering_id, application_id, number, tier, weight, requested, eligible, limit_met, counted)
    select e.offering_id, e.application_id, e.number, e.tier, (a.weights ->> e.tier)::int, e.requested, e.eligible, e.limit_met, e.counted
    from (${presentEntries(offeringId)}) e join ipo_allotment a using (offering_id)`);
  if (method === 'full') await expectEnough(tx, offeringId);
  if (method === 'manual') await expectRight(tx, offeringId, manualCsv ?? '', frozen);
  await openAccounts(tx, at, [escrowOf(offeringId, currency), houseAccount('fees', currency)]);
}

async function expectEnough(tx: Tx, offeringId: string): Promise<void> {
  const { enough } = await tx.one<{ enough: boolean }>(sql`
    select coalesce(sum(e.counted), 0) <= a.quota as enough
    from ipo_allotment a left join ipo_allotment_entry e using (offering_id) where a.offering_id = ${offeringId} group by a.quota`);
  if (!enough) throw refuse('ipo.quota_exceeded');
}

async function expectRight(tx: Tx, offeringId: string, csv: string, { quota, lotSize }: Omit<Frozen, 'currency'>) {
  const rows = await tx.rows<{ number: string; counted: number }>(sql`
    select number::text, counted from ipo_allotment_entry where offering_id = ${offeringId}`);
  const counted = new Map(rows.map(({ number, counted }) => [number, counted]));
  const read = readManualAllotment(csv, { quota: Number(quota), lotSize, counted });
  if (!(read instanceof Map)) throw refuseField('manual_csv', 'ipo.manual_allotment', { ...read });
}
