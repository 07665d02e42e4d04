import { proposingActs, type ProposalAct } from '#contract/ipo-staff-names.ts';
import type { DeskOfferingInfo } from '#contract/ipo-staff-records.ts';
import { toDecimal } from '#contract/money.ts';
import type { App } from '#server/platform/app.ts';
import { checkApprover } from '#server/platform/approvals/check-approver.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { allotOffering } from '../allotment/allot-offering.ts';
import { change, moveTo, note, onceAt, type Details, type Staff } from './run-action.ts';
import { expectPriceStands, listOnExchange, quotePrice } from './listing.ts';
import { expectBook, expectCancelOver, lockProposal, type LockedProposal } from './approval-requests.ts';
import { isFarOut, readSettings } from './settings.ts';
import { mayBe } from './states.ts';
import { confirmUntil } from './affected-applications.ts';

interface Decision {
  proposal_id: string;
  decision: 'approve' | 'reject';
  note?: string | undefined;
  overrule?: string | undefined;
  request_id?: string | undefined;
}

/**
 * Decides on what somebody else proposed; approved, it is done in the same transaction.
 * @throws Refusal as `ipo_desk.decide` lists them
 */
export function decideProposal(app: App, staff: Staff, body: Decision): Promise<DeskOfferingInfo> {
  return onceAt(app, staff, 'decide', body, async (tx) => {
    const proposal = await lockProposal(tx, staff.me.id, body.proposal_id);
    const { id, act, offering } = proposal;
    if (proposal.proposedBy === staff.me.id) throw refuse('ipo_desk.own_proposal');
    if (!proposal.isOpen) throw refuse('ipo_desk.decided');
    const approved = body.decision === 'approve';
    const at = app.clock.now();
    const { overrule } = body;
    const proposed = { table: 'ipo_proposal', key: id, ...proposal } as const;
    const parties = {
      proposed,
      authorId: proposal.proposedBy,
      approverId: staff.me.id,
      proposedAt: proposal.proposedAt,
    };
    const mark = approved ? await checkApprover(app, tx, { kind: 'offering', ...parties, at, overrule }) : {};
    if (approved) await expectPriceStands(tx, proposal, at);
    await tx.run(sql`
      update ipo_proposal
      set decision = ${approved ? 'approved' : 'rejected'}, decided_by = ${staff.me.id}, decided_at = ${at}, note = coalesce(${body.note ?? null}, note),
          overrule = ${(approved && overrule) || null}
      where id = ${id} and decision is null and proposed_by <> ${staff.me.id}`);
    const details = approved ? await carryOut(app, tx, proposal) : {};
    if (!approved) await change(app, tx, offering);
    await note(app, tx, staff, {
      act: 'decide',
      offeringId: offering.id,
      details: {
        proposal: act,
        decision: body.decision,
        ...details,
        ...mark,
        ...(body.note ? { note: body.note } : {}),
      },
    });
    return offering.id;
  });
}

function carryOut(app: App, tx: Tx, proposal: LockedProposal): Promise<Details> {
  const { act, offering } = proposal;
  if (!mayBe(proposingActs[act], offering)) throw refuse('ipo_desk.state');
  return carriedOut[act](app, tx, proposal);
}

const carriedOut: Record<ProposalAct, (app: App, tx: Tx, proposal: LockedProposal) => Promise<Details>> = {
  price: setPrice,
  allot: orderAllotment,
  list: listOnExchange,
  quote: quotePrice,
};

/** Far outside the range the applications wait to be confirmed, which the job of the offering's life asks for. */
async function setPrice(app: App, tx: Tx, { offering, params }: LockedProposal): Promise<Details> {
  if (!('price_minor' in params)) throw new Error('a proposal of a price has none');
  const priceMinor = BigInt(params.price_minor);
  const now = app.clock.now();
  const settings = await readSettings(tx);
  await moveTo(app, tx, offering, 'priced', sql`, final_price_minor = ${priceMinor}, priced_at = ${now}`);
  if (isFarOut(offering, priceMinor, settings)) {
    await moveTo(app, tx, offering, 'reconfirming', sql`, confirm_until = ${confirmUntil(now, settings)}`);
  }
  return { price: toDecimal(priceMinor, offering.currency) };
}

async function orderAllotment(app: App, tx: Tx, { id, offering, params }: LockedProposal): Promise<Details> {
  if (!('method' in params)) throw new Error('a proposal of an allotment has no method');
  expectCancelOver(app, offering);
  expectBook(offering);
  const { method, manual_csv: manualCsv } = params;
  if (offering.state === 'priced') await moveTo(app, tx, offering, 'allotting');
  await change(app, tx, offering, sql`allotment_method = ${method}`);
  await allotOffering(tx, app, { offeringId: offering.id, proposalId: id, method, manualCsv });
  return { method };
}
