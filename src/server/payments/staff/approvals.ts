import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { PaymentAction } from '#contract/payments/names.ts';
import { checkApprover, type ApproverWorld } from '#server/platform/approvals/check-approver.ts';
import { endOwnRequest, endRequest, insertRequest } from '#server/platform/approvals/store-request.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { inOrder } from '#server/platform/in-order.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { PaymentRow } from '../payment-row.ts';
import { checkUnchangedPayment, type StoredRequest, type Witnessed } from '../unchanged.ts';

interface Approver {
  id: string;
  at: Date;
  overrule: string | undefined;
}

interface Approval {
  at: Date;
  overrule: string | undefined;
  /** Runs once enough people have approved; its statements may travel with the last approval. */
  carryOut?: () => Promise<void>;
}

/**
 * Approves an action as one person, with the payment locked: opens the request for the second person, or decides on the
 * open one. The database checks the same.
 * @returns whether enough people have approved now, and what the audit log stores of it
 * @throws Refusal `payments.approved_by_you`, and as `approvalRefusals` lists them
 */
export async function approveAs(
  app: ApproverWorld,
  tx: Tx,
  staffId: string,
  action: PaymentAction,
  payment: Witnessed,
  { at, overrule, carryOut }: Approval,
): Promise<{ done: boolean; mark: AuditDetails }> {
  checkUnchangedPayment(app, payment);
  const requests = payment.requests.filter((request) => request.action === action);
  if (
    payment.createdBy === staffId ||
    requests.some(({ authorId, decidedBy }) => [authorId, decidedBy].includes(staffId)) ||
    (await answersForKey(tx, payment, staffId))
  )
    throw refuse('payments.approved_by_you');
  const approver = { id: staffId, at, overrule };
  const open = requests.find(({ state }) => state === 'open');
  const [needed, mark, id] = await Promise.all([
    settleNeeded(tx, staffId, action, payment, at),
    checkAuthors(app, tx, payment, requests, approver),
    open ? open.id : openRequest(app, tx, payment, { action, authorId: staffId, at }),
  ]);
  if (open) {
    await endRequest(app, tx, id, { state: 'approved', byId: staffId, at, overrule });
    const done = needed < 2 || open.authorId !== payment.createdBy;
    await (done ? carryOut?.() : openRequest(app, tx, payment, { action, authorId: staffId, at }));
    return { done, mark };
  }
  const done = needed < 2;
  if (done) await Promise.all([endOwnRequest(tx, id, { state: 'approved', byId: staffId, at }), carryOut?.()]);
  return { done, mark };
}

/** Whether a key that this person has made, or has a secret of, made the payment. */
async function answersForKey(tx: Tx, { keyId }: Pick<PaymentRow, 'keyId'>, staffId: string): Promise<boolean> {
  if (keyId === null) return false;
  const { answers } = await tx.one<{ answers: boolean }>(sql`select answers_for_key(${keyId}, ${staffId}) as answers`);
  return answers;
}

/** Opens the request that another person has to decide on. */
export async function openRequest(
  app: Pick<ApproverWorld, 'config'>,
  tx: Tx,
  { id: key, clientId }: Pick<PaymentRow, 'id' | 'clientId'>,
  {
    action,
    authorId,
    at,
    reason = null,
  }: { action: PaymentAction; authorId: string; at: Date; reason?: string | null },
): Promise<string> {
  // A trigger writes the amount.
  const request = { kind: 'payment', key, clientId, action, value: sql`'{}'`, reason, at, expiresAt: null } as const;
  const id = await insertRequest(app, tx, authorId, request);
  if (id === null) throw new Error(`payment ${key} has an open request of ${action}`);
  return id;
}

/**
 * Stores with the payment how many people must approve the action. The first approver determines it: by their own
 * totals, and by the amount that they say has arrived. The trigger on `approval_request` computes the same.
 */
async function settleNeeded(
  tx: Tx,
  staffId: string,
  action: PaymentAction,
  { id }: PaymentRow,
  at: Date,
): Promise<number> {
  const { needed } = await tx.one<{ needed: number }>(sql`
    update payment p set approvals_needed = case
      when exists (select from payment_approval a where a.payment_id = p.id and a.action = ${action} and a.stands) then 2
      when second_approver_reason(p, ${action}, ${staffId}, ${at}) is null then 1 else 2 end
    where p.id = ${id} returning p.approvals_needed as needed`);
  return needed;
}

/**
 * Each approver must satisfy the rule on approvers, and if the action needs two people, be allowed as second person after
 * the maker and after each earlier approver.
 */
async function checkAuthors(
  app: ApproverWorld,
  tx: Tx,
  payment: Witnessed,
  requests: readonly StoredRequest[],
  { id: approverId, at, overrule }: Approver,
): Promise<AuditDetails> {
  const { id, kind } = payment;
  const authors = [
    ...(kind === 'adjustment' ? [{ authorId: payment.createdBy, proposedAt: payment.createdAt }] : []),
    ...requests
      .filter(({ authorId }) => authorId !== payment.createdBy)
      .map(({ authorId, createdAt }) => ({ authorId, proposedAt: new Date(createdAt) })),
    { authorId: null, proposedAt: at },
  ];
  // Everything was approved before the check of the MACs.
  const { content, mac } = payment;
  const proposed = { table: 'payment', key: id, content, mac } as const;
  const marks = await inOrder(
    authors.map((author) => checkApprover(app, tx, { kind: 'payment', proposed, ...author, approverId, at, overrule })),
  );
  return Object.assign({}, ...marks) as AuditDetails;
}
