import type { AuditDetails } from '#contract/staff/audit-details.ts';
import type { AuditActionOf } from '#contract/staff/audit-names.ts';
import { requestKinds, type ApprovalSubject } from '#contract/approvals/request-names.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { checkApprover } from '#server/platform/approvals/check-approver.ts';
import { endRequest } from '#server/platform/approvals/store-request.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { ApprovalRequest } from '#server/platform/approvals/approval-handlers.ts';
import { macColumns, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';

type Done = Promise<{ status: 'ok' }>;

/** An approval request, with everything that its decision depends on, locked. */
interface Locked extends ApprovalRequest, RowMac {
  isOpen: boolean;
  /** Whether the roles of the caller allow the decision. */
  mayDecide: boolean;
  proposedAt: Date;
  /** Whether the subject still has the status that it had when the request was made. */
  fits: boolean;
  /** Name of the client or of the operator key, if the request is about one. */
  name: string | null;
}

/** Applies what another person requested. @throws Refusal as `approvals.approve` lists them */
export async function approveRequest(
  app: App,
  me: Person,
  {
    approval_request_id: id,
    overrule,
    ...proof
  }: Proof & { approval_request_id: string; overrule?: string | undefined },
): Done {
  const { kind } = await decide(app, me, { id, proof }, async (tx, approvalRequest, at) => {
    const { authorId, proposedAt, subject } = approvalRequest;
    const mark = await checkApprover(app, tx, {
      kind: subject.kind,
      proposed: { table: 'approval_request', key: id, ...approvalRequest },
      authorId,
      approverId: me.id,
      proposedAt,
      at,
      overrule,
    });
    if (!approvalRequest.fits) throw refuse('approvals.outdated');
    await endRequest(app, tx, id, { state: 'approved', byId: me.id, at, overrule });
    await app.realtime.notifyQueues(tx, 'queue.approvals');
    await app.approvalHandlers.of(subject.kind).apply(tx, me, { ...approvalRequest, mark }, at);
  });
  await app.approvalHandlers.of(kind).settled?.();
  return { status: 'ok' };
}

/**
 * Declines the request of another person and notifies the author with the reason.
 * @throws Refusal as `approvals.decline` lists them
 */
export async function declineRequest(
  app: App,
  me: Person,
  { approval_request_id: id, reason, ...proof }: Proof & { approval_request_id: string; reason: string },
): Done {
  await decide(app, me, { id, proof }, async (tx, approvalRequest, at) => {
    await endRequest(app, tx, id, { state: 'declined', byId: me.id, at, note: reason });
    await app.realtime.notifyQueues(tx, 'queue.approvals');
    await note(app, tx, me, 'approvals.decline', approvalRequest.subject, { reason });
    const { authorId: staffId, subject, name } = approvalRequest;
    await app.outbox.emit(tx, 'approvals.declined', { staffId, subject, name, by: me.fullName, reason });
  });
  return { status: 'ok' };
}

/** Withdraws the caller's own request. @throws Refusal as `approvals.withdraw` lists them */
export async function withdrawRequest(
  app: App,
  me: Person,
  { approval_request_id: id }: { approval_request_id: string },
): Done {
  await app.db.tx(async (tx) => {
    const { subject, authorId, isOpen } = await lockRequest(app, tx, me, id);
    if (authorId !== me.id) throw refuse('approvals.not_author');
    if (!isOpen) throw refuse('approvals.request_closed');
    await endRequest(app, tx, id, { state: 'withdrawn', byId: me.id, at: app.clock.now() });
    await app.realtime.notifyQueues(tx, 'queue.approvals');
    await note(app, tx, me, 'approvals.withdraw', subject);
  });
  return { status: 'ok' };
}

/** Checks the proof of the caller, who is neither the author nor the client, and decides with everything locked. */
async function decide(
  app: App,
  me: Person,
  { id, proof }: { id: string; proof: Proof },
  action: (tx: Tx, approvalRequest: Locked, at: Date) => Promise<void>,
): Promise<ApprovalSubject> {
  const take = await prove(app, me, proof);
  return app.db.tx(async (tx) => {
    await take(tx);
    const approvalRequest = await lockRequest(app, tx, me, id);
    if (approvalRequest.subject.clientId === me.id) throw refuse('staff.own_profile');
    if (!approvalRequest.mayDecide) throw refuse('http.forbidden');
    if (approvalRequest.authorId === me.id) throw refuse('approvals.own_request');
    if (!approvalRequest.isOpen) throw refuse('approvals.request_closed');
    await action(tx, approvalRequest, app.clock.now());
    return approvalRequest.subject;
  });
}

type Row = Omit<Locked, 'subject'> & ApprovalSubject;

/**
 * Serialises concurrent decisions, and changes of the target or of the roles of author, approver and client with them.
 * @throws Refusal `http.not_found`
 */
async function lockRequest(app: App, tx: Tx, me: Person, id: string): Promise<Locked> {
  const of = await tx.maybeOne<ApprovalSubject & { authorId: string }>(sql`
    select kind, key, client_id as "clientId", author_id as "authorId" from approval_request
    where id = ${id} and kind = any(${requestKinds}::text[])`);
  if (!of) throw notFound();
  await app.approvalHandlers.of(of.kind).lock?.(tx, of, me);
  await tx.run(sql`
    select from person where id = any(${[me.id, of.authorId, of.clientId]}::uuid[]) order by id for no key update`);
  const { kind, key, clientId, ...approvalRequest } = await readLocked(tx, me, id, app.clock.now());
  return { ...approvalRequest, subject: { kind, key, clientId } as ApprovalSubject };
}

const readLocked = (tx: Tx, me: Person, id: string, at: Date): Promise<Row> =>
  tx.one<Row>(sql`
    select ${macColumns('approval_request')}, r.id, r.kind, r.key, r.client_id as "clientId", r.was, r.value, r.reason, r.author_id as "authorId",
           a.full_name as author, coalesce(c.full_name, r.value ->> 'name') as name,
           r.state = 'open' and r.expires_at > ${at} as "isOpen",
           is_available_approver(${me.id}, r.kind, r.author_id, ${at}) as "mayDecide",
           r.created_at as "proposedAt",
           approval_request_fits(r, ${at}) as fits
    from approval_request r join person a on a.id = r.author_id left join person c on c.id = r.client_id
    where r.id = ${id} for update of r`);

/** Their keys are ids. */
const namedByKind = new Set<ApprovalSubject['kind']>([
  'api_key',
  'connection',
  'import',
  'staff_dealing',
  'screening',
  'staff_identity',
]);

/** The module that applies an approved request writes its own audit entry; only the other outcomes are written here. */
const note = (
  { clock }: App,
  tx: Tx,
  me: Person,
  action: AuditActionOf<'approvals'>,
  { kind, key, clientId }: ApprovalSubject,
  details: AuditDetails = {},
) =>
  writeAudit(tx, clock, {
    actorId: me.id,
    ...(clientId !== null && { clientId }),
    action,
    details: {
      about: namedByKind.has(kind) ? kind : (key ?? kind),
      ...details,
    },
  });
