import { readManualAllotment } from '#contract/ipo/allotment/manual-allotment.ts';
import type { StaffOfferingInfo } from '#contract/ipo/staff-records.ts';
import type { IpoApprovalAction } from '#contract/ipo/staff-names.ts';
import type { AllotmentMethod } from '#contract/ipo/names.ts';
import type { App } from '#server/platform/app.ts';
import { lockPeople } from '#server/platform/approvals/check-approver.ts';
import { endRequest, insertRequest } from '#server/platform/approvals/store-request.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { macColumns, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import { presentEntries } from '../../allotment/read-book.ts';
import { change, runAction, note, onceAt, type Staff } from './run-action.ts';
import { lockOffering, type StaffOfferingRow } from '../offering-row.ts';
import { readPrice } from '../terms.ts';
import type { ApprovalRequestParams } from '../approval-request-params.ts';
import { readTouched } from './affected-applications.ts';

interface Seen {
  stock_id: string;
  version: number;
  note?: string | undefined;
  request_id?: string | undefined;
}

/** Requests approval of the final price. @throws Refusal as `ipo_staff.propose_price` lists them */
export function proposePrice(app: App, staff: Staff, body: Seen & { price: string }): Promise<StaffOfferingInfo> {
  return runAction(app, staff, 'propose_price', body, async (tx, offering) => {
    await expectNoOpenRequest(tx, offering);
    const priceMinor = readPrice('price', body.price, offering.currency);
    await insertOfferingRequest(app, tx, staff, offering, { action: 'price', note: body.note, priceMinor });
    return { price: body.price, ...(body.note ? { note: body.note } : {}) };
  });
}

/**
 * Requests approval of the way in which the quota is distributed.
 * @throws Refusal as `ipo_staff.propose_allotment` lists them
 */
export function proposeAllotment(
  app: App,
  staff: Staff,
  body: Seen & { method: AllotmentMethod; manual_csv?: string | undefined },
): Promise<StaffOfferingInfo> {
  const { method, manual_csv: csv = '' } = body;
  return runAction(app, staff, 'propose_allotment', body, async (tx, offering) => {
    await expectNoOpenRequest(tx, offering);
    expectCancelOver(app, offering);
    expectBook(offering);
    if (method === 'manual') await expectReadable(tx, offering, csv);
    const params: ApprovalRequestParams = method === 'manual' ? { method, manual_csv: csv } : { method };
    await insertOfferingRequest(app, tx, staff, offering, { action: 'allot', note: body.note, params });
    return { method, ...(body.note ? { note: body.note } : {}) };
  });
}

/** An allotment must not cut short the right to cancel after a supplement. */
export function expectCancelOver(app: App, { cancelUntil }: StaffOfferingRow): void {
  if (cancelUntil && cancelUntil > app.clock.now()) throw refuse('ipo_staff.cancel_open');
}

/** With an empty book there is nothing to allot, list or publish: such an offering is withdrawn. */
export function expectBook({ waiting }: StaffOfferingRow): void {
  if (!waiting) throw refuse('ipo_staff.empty_book');
}

export async function expectNoOpenRequest(tx: Tx, { id }: StaffOfferingRow): Promise<void> {
  const open = await tx.maybeOne(sql`select from approval_request where offering_id = ${id} and state = 'open'`);
  if (open) throw refuse('ipo_staff.request_open');
}

/** Read again at the decision: the book may have changed by then. */
async function expectReadable(tx: Tx, { id, quota, lotSize }: StaffOfferingRow, csv: string): Promise<void> {
  const rows = await tx.rows<{ number: string; counted: number }>(sql`
    select number::text, counted from (${presentEntries(id)}) entry`);
  const counted = new Map(rows.map((row) => [row.number, row.counted]));
  const read = readManualAllotment(csv, { quota: Number(quota), lotSize, counted });
  if (!(read instanceof Map)) throw refuseField('manual_csv', 'ipo.manual_allotment', { ...read });
  // A file without applications is more likely a mistake than an allotment of nothing.
  if (read.size === 0) throw refuseField('manual_csv', 'validation.required');
}

/** Stores an approval request, with the clients that it affects and the status of what it is about, which an approval compares. */
export async function insertOfferingRequest(
  app: App,
  tx: Tx,
  { me }: Staff,
  offering: StaffOfferingRow,
  proposed: {
    action: IpoApprovalAction;
    note: string | undefined;
    priceMinor?: bigint;
    params?: ApprovalRequestParams;
  },
): Promise<void> {
  const { action, priceMinor, params = { price_minor: String(priceMinor) } } = proposed;
  const at = app.clock.now();
  const { clients, amountMinor } = await readTouched(tx, offering, action, { priceMinor }, at);
  await change(app, tx, offering);
  const added = await insertRequest(app, tx, me.id, {
    kind: 'offering',
    key: offering.id,
    clientId: null,
    action,
    was: sql`
      ${JSON.stringify({ clients, amount_minor: String(amountMinor) })}::jsonb || offering_step_status(${offering.id}, ${action})`,
    value: sql`
      (select case when ${action} = 'publish' then jsonb_build_object('terms', ipo_offering_terms(o)) else '{}' end || ${JSON.stringify(params)}::jsonb
       from ipo_offering o where o.id = ${offering.id})`,
    reason: proposed.note || null,
    at,
    expiresAt: null,
  });
  await app.realtime.notifyQueues(tx, 'queue.approvals');
  if (added === null) throw refuse('ipo_staff.request_open');
}

/** An approval request, locked after its author and its offering, in this order. */
export interface LockedRequest extends RowMac {
  id: string;
  action: IpoApprovalAction;
  params: ApprovalRequestParams;
  proposedBy: string;
  proposedAt: Date;
  isOpen: boolean;
  /** Whether what it is about is as it was when the request was made. */
  fits: boolean;
  offering: StaffOfferingRow;
}

/** @throws Refusal `http.not_found` */
export async function lockRequest({ clock }: App, tx: Tx, meId: string, id: string): Promise<LockedRequest> {
  const of = await tx.maybeOne<{ offeringId: string; proposedBy: string }>(sql`
    select offering_id as "offeringId", author_id as "proposedBy" from approval_request where id = ${id} and kind = 'offering'`);
  if (!of) throw notFound();
  await lockPeople(tx, meId, of.proposedBy);
  const offering = await lockOffering(tx, of.offeringId);
  const row = await tx.one<Omit<LockedRequest, 'offering'>>(sql`
    select r.id, r.action, r.value as params, r.author_id as "proposedBy", r.created_at as "proposedAt", r.state = 'open' as "isOpen",
           approval_request_fits(r, ${clock.now()}) as fits, ${macColumns('approval_request')}
    from approval_request r where r.id = ${id} for update`);
  return { ...row, offering };
}

/** Withdraws the caller's own request. @throws Refusal as `ipo_staff.withdraw_request` lists them */
export function withdrawRequest(
  app: App,
  staff: Staff,
  body: { approval_request_id: string; request_id?: string | undefined },
): Promise<StaffOfferingInfo> {
  return onceAt(app, staff, 'withdraw_request', body, async (tx) => {
    const { id, action, proposedBy, isOpen, offering } = await lockRequest(
      app,
      tx,
      staff.me.id,
      body.approval_request_id,
    );
    if (proposedBy !== staff.me.id) throw refuse('ipo_staff.not_your_request');
    if (!isOpen) throw refuse('ipo_staff.decided');
    await endRequest(app, tx, id, { state: 'withdrawn', byId: staff.me.id, at: app.clock.now() });
    await app.realtime.notifyQueues(tx, 'queue.approvals');
    await change(app, tx, offering);
    await note(app, tx, staff, {
      action: 'withdraw_request',
      offeringId: offering.id,
      details: { approval_request: action },
    });
    return offering.id;
  });
}
