import { proposingActions, type IpoApprovalAction } from '#contract/ipo/staff-names.ts';
import type { StaffOfferingInfo } from '#contract/ipo/staff-records.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import type { App } from '#server/platform/app.ts';
import { checkApprover } from '#server/platform/approvals/check-approver.ts';
import { endRequest } from '#server/platform/approvals/store-request.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { allotOffering } from '../../allotment/allot-offering.ts';
import { change, moveTo, note, onceAt, type Details, type Staff } from './run-action.ts';
import { expectPriceStands, listOnExchange, quotePrice } from './listing.ts';
import { announce } from './publish.ts';
import { expectCancelOver, lockRequest, type LockedRequest } from './approval-requests.ts';
import { isFarOut, readSettings } from '../settings.ts';
import { mayBe } from '../states.ts';
import { confirmUntil } from './affected-applications.ts';

interface Decision {
  approval_request_id: string;
  decision: 'approve' | 'reject';
  note?: string | undefined;
  overrule?: string | undefined;
  request_id?: string | undefined;
}

/**
 * Decides on another person's request; an approved one is applied in the same transaction.
 * @throws Refusal as `ipo_staff.decide` lists them
 */
export function decideRequest(app: App, staff: Staff, body: Decision): Promise<StaffOfferingInfo> {
  return onceAt(app, staff, 'decide', body, async (tx) => {
    const approvalRequest = await lockRequest(app, tx, staff.me.id, body.approval_request_id);
    const { id, action, offering } = approvalRequest;
    if (approvalRequest.proposedBy === staff.me.id) throw refuse('ipo_staff.own_request');
    if (!approvalRequest.isOpen) throw refuse('ipo_staff.decided');
    const approved = body.decision === 'approve';
    const at = app.clock.now();
    const { overrule } = body;
    const proposed = { table: 'approval_request', key: id, ...approvalRequest } as const;
    const parties = {
      proposed,
      authorId: approvalRequest.proposedBy,
      approverId: staff.me.id,
      proposedAt: approvalRequest.proposedAt,
    };
    const mark = approved ? await checkApprover(app, tx, { kind: 'offering', ...parties, at, overrule }) : {};
    if (approved && !approvalRequest.fits) throw refuse('approvals.outdated');
    if (approved) await expectPriceStands(tx, approvalRequest, at);
    const state = approved ? 'approved' : 'declined';
    await endRequest(app, tx, id, { state, byId: staff.me.id, at, note: body.note || null, overrule });
    await app.realtime.notifyQueues(tx, 'queue.approvals');
    const details = approved ? await carryOut(app, tx, approvalRequest) : {};
    if (!approved) await change(app, tx, offering);
    await note(app, tx, staff, {
      action: 'decide',
      offeringId: offering.id,
      details: {
        approval_request: action,
        decision: body.decision,
        ...details,
        ...mark,
        ...(body.note ? { note: body.note } : {}),
      },
    });
    return offering.id;
  });
}

function carryOut(app: App, tx: Tx, approvalRequest: LockedRequest): Promise<Details> {
  const { action, offering } = approvalRequest;
  if (!mayBe(proposingActions[action], offering)) throw refuse('ipo_staff.state');
  return carriedOut[action](app, tx, approvalRequest);
}

const carriedOut: Record<IpoApprovalAction, (app: App, tx: Tx, approvalRequest: LockedRequest) => Promise<Details>> = {
  publish: announce,
  price: setPrice,
  allot: orderAllotment,
  list: listOnExchange,
  quote: quotePrice,
};

/** Far outside the range the applications need a confirmation, which the job of the offering requests. */
async function setPrice(app: App, tx: Tx, { offering, params }: LockedRequest): Promise<Details> {
  if (!('price_minor' in params) || params.price_minor === undefined) throw new Error('a proposal of a price has none');
  const priceMinor = BigInt(params.price_minor);
  const now = app.clock.now();
  const settings = await readSettings(tx);
  await moveTo(app, tx, offering, 'priced', sql`, final_price_minor = ${priceMinor}, priced_at = ${now}`);
  if (isFarOut(offering, priceMinor, settings)) {
    await moveTo(app, tx, offering, 'reconfirming', sql`, confirm_until = ${confirmUntil(now, settings)}`);
  }
  return { price: toDecimal(priceMinor, offering.currency) };
}

async function orderAllotment(app: App, tx: Tx, { id, offering, params }: LockedRequest): Promise<Details> {
  if (!('method' in params)) throw new Error('a proposal of an allotment has no method');
  expectCancelOver(app, offering);
  const { method, manual_csv: manualCsv } = params;
  if (offering.state === 'priced') await moveTo(app, tx, offering, 'allotting');
  await change(app, tx, offering, sql`allotment_method = ${method}`);
  await allotOffering(tx, app, { offeringId: offering.id, approvalRequestId: id, method, manualCsv });
  return { method };
}
