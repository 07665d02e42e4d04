import { readManualAllotment } from '#contract/ipo-manual-allotment.ts';
import type { DeskOfferingInfo } from '#contract/ipo-staff-records.ts';
import type { ProposalAct } from '#contract/ipo-staff-names.ts';
import type { AllotmentMethod } from '#contract/ipo-names.ts';
import type { App } from '#server/platform/app.ts';
import { lockPeople } from '#server/platform/approvals/check-approver.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { macColumns, sealNew, type RowMac } from '#server/platform/row-macs.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import { presentEntries } from '../allotment/read-book.ts';
import { change, deskAct, note, onceAt, type Staff } from './run-action.ts';
import { lockOffering, type DeskRow } from './offering-row.ts';
import { readPrice } from './terms.ts';
import { readTouched } from './affected-applications.ts';

interface Seen {
  stock_id: string;
  version: number;
  note?: string | undefined;
  request_id?: string | undefined;
}

/** A price at which clients may sell, the last one when it was proposed, and of a listing since when there is trading. */
export interface QuoteParams {
  price_minor: string;
  last_minor: string;
  listed_at?: string;
}

/** What is proposed: a price in minor units, or a method with the allotment itself where it is made by hand. */
export type ProposalParams = { price_minor: string } | QuoteParams | { method: AllotmentMethod; manual_csv?: string };

/**
 * Proposes the final price.
 * @throws Refusal as `ipo_desk.propose_price` lists them
 */
export function proposePrice(app: App, staff: Staff, body: Seen & { price: string }): Promise<DeskOfferingInfo> {
  return deskAct(app, staff, 'propose_price', body, async (tx, offering) => {
    await expectNoProposal(tx, offering);
    const priceMinor = readPrice('price', body.price, offering.currency);
    await insertProposal(app, tx, staff, offering, { act: 'price', note: body.note, priceMinor });
    return { price: body.price, ...(body.note ? { note: body.note } : {}) };
  });
}

/**
 * Proposes how the quota is shared out.
 * @throws Refusal as `ipo_desk.propose_allotment` lists them
 */
export function proposeAllotment(
  app: App,
  staff: Staff,
  body: Seen & { method: AllotmentMethod; manual_csv?: string | undefined },
): Promise<DeskOfferingInfo> {
  const { method, manual_csv: csv = '' } = body;
  return deskAct(app, staff, 'propose_allotment', body, async (tx, offering) => {
    await expectNoProposal(tx, offering);
    expectCancelOver(app, offering);
    expectBook(offering);
    if (method === 'manual') await expectReadable(tx, offering, csv);
    const params: ProposalParams = method === 'manual' ? { method, manual_csv: csv } : { method };
    await insertProposal(app, tx, staff, offering, { act: 'allot', note: body.note, params });
    return { method, ...(body.note ? { note: body.note } : {}) };
  });
}

/** Nobody's right to cancel after a supplement is cut short by an allotment. */
export function expectCancelOver(app: App, { cancelUntil }: DeskRow): void {
  if (cancelUntil && cancelUntil > app.clock.now()) throw refuse('ipo_desk.cancel_open');
}

/** With nobody in the book there is nothing to share out, list or publish: such an offering is withdrawn. */
export function expectBook({ waiting }: DeskRow): void {
  if (!waiting) throw refuse('ipo_desk.empty_book');
}

export async function expectNoProposal(tx: Tx, { id }: DeskRow): Promise<void> {
  const open = await tx.maybeOne(sql`select from ipo_proposal where offering_id = ${id} and decision is null`);
  if (open) throw refuse('ipo_desk.open_proposal');
}

/** Read again when it is decided on: the book may be another by then. */
async function expectReadable(tx: Tx, { id, quota, lotSize }: DeskRow, csv: string): Promise<void> {
  const rows = await tx.rows<{ number: string; counted: number }>(sql`
    select number::text, counted from (${presentEntries(id)}) entry`);
  const counted = new Map(rows.map((row) => [row.number, row.counted]));
  const read = readManualAllotment(csv, { quota: Number(quota), lotSize, counted });
  if (!(read instanceof Map)) throw refuseField('manual_csv', 'ipo.manual_allotment', { ...read });
  // A file that names nobody is more likely a mistake than an allotment of nothing.
  if (read.size === 0) throw refuseField('manual_csv', 'validation.required');
}

/** Puts something before a second person, with whom it touches now. */
export async function insertProposal(
  app: App,
  tx: Tx,
  { me }: Staff,
  offering: DeskRow,
  proposed: { act: ProposalAct; note: string | undefined; priceMinor?: bigint; params?: ProposalParams },
): Promise<void> {
  const { act, priceMinor, params = { price_minor: String(priceMinor) } } = proposed;
  const at = app.clock.now();
  const { clients, amountMinor } = await readTouched(tx, offering, act, { priceMinor }, at);
  const id = newId();
  await tx.run(sql`
    insert into ipo_proposal (id, offering_id, act, params, clients, amount_minor, proposed_by, proposed_at, note)
    values (${id}, ${offering.id}, ${act}, ${JSON.stringify(params)}, ${clients}, ${amountMinor}, ${me.id}, ${at}, ${proposed.note ?? null})`);
  await sealNew(tx, app.config, 'ipo_proposal', sql`p.id = ${id}`);
  await change(app, tx, offering);
}

/** A proposal with who proposed it, its offering and itself locked, in this order. */
export interface LockedProposal extends RowMac {
  id: string;
  act: ProposalAct;
  params: ProposalParams;
  proposedBy: string;
  proposedAt: Date;
  isOpen: boolean;
  offering: DeskRow;
}

/** @throws Refusal `http.not_found` */
export async function lockProposal(tx: Tx, meId: string, id: string): Promise<LockedProposal> {
  const of = await tx.maybeOne<{ offeringId: string; proposedBy: string }>(sql`
    select offering_id as "offeringId", proposed_by as "proposedBy" from ipo_proposal where id = ${id}`);
  if (!of) throw notFound();
  await lockPeople(tx, meId, of.proposedBy);
  const offering = await lockOffering(tx, of.offeringId);
  const row = await tx.one<Omit<LockedProposal, 'offering'>>(sql`
    select p.id, p.act, p.params, p.proposed_by as "proposedBy", p.proposed_at as "proposedAt", p.decision is null as "isOpen",
           ${macColumns('ipo_proposal')}
    from ipo_proposal p where p.id = ${id} for update`);
  return { ...row, offering };
}

/**
 * Takes an own proposal back.
 * @throws Refusal as `ipo_desk.withdraw_proposal` lists them
 */
export function withdrawProposal(
  app: App,
  staff: Staff,
  body: { proposal_id: string; request_id?: string | undefined },
): Promise<DeskOfferingInfo> {
  return onceAt(app, staff, 'withdraw_proposal', body, async (tx) => {
    const { id, act, proposedBy, isOpen, offering } = await lockProposal(tx, staff.me.id, body.proposal_id);
    if (proposedBy !== staff.me.id) throw refuse('ipo_desk.not_your_proposal');
    if (!isOpen) throw refuse('ipo_desk.decided');
    await tx.run(sql`
      update ipo_proposal set decision = 'withdrawn', decided_by = ${staff.me.id}, decided_at = ${app.clock.now()} where id = ${id}`);
    await change(app, tx, offering);
    await note(app, tx, staff, { act: 'withdraw_proposal', offeringId: offering.id, details: { proposal: act } });
    return offering.id;
  });
}
