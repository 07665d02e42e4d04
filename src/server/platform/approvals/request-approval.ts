import type { AuditDetails } from '#contract/staff/audit-details.ts';
import { approvalRequestDays, type ApprovalSubject } from '#contract/approvals/request-names.ts';
import type { App } from '../app.ts';
import { writeAudit } from '../audit/audit.ts';
import type { Tx } from '../db/database.ts';
import { sql, type Sql } from '../db/sql.ts';
import { refuse } from '../refusal.ts';
import { keyDetail, type Requester } from '../session/actor.ts';
import { expireRequests } from './expire-requests.ts';
import { insertRequest } from './store-request.ts';

interface ApprovalRequestInput {
  subject: ApprovalSubject;
  /** As JSON of the database. Required for a setting; for a client the database knows it. */
  was?: Sql;
  value: Sql;
  reason: string;
  /** What it would change, as the audit log stores it. */
  details: AuditDetails;
}

/**
 * Creates an approval request, with what it would change locked, and notifies those who may decide. Its author, who may
 * not decide, is also the administrator of a program that asks.
 * @throws Refusal `approvals.request_open` when another request about the same is open
 */
export async function requestApproval(
  app: App,
  tx: Tx,
  me: Requester,
  { subject, was, value, reason, details }: ApprovalRequestInput,
): Promise<void> {
  const at = app.clock.now();
  const { kind, key, clientId } = subject;
  await expireRequests(app, tx, subject);
  const expiresAt = new Date(at.getTime() + approvalRequestDays * 86_400_000);
  const id = await insertRequest(app, tx, me.id, { kind, key, clientId, was, value, reason, at, expiresAt });
  await app.realtime.notifyQueues(tx, 'queue.approvals');
  if (id === null) throw refuse('approvals.request_open');
  await writeAudit(tx, app.clock, {
    actorId: me.id,
    ...(clientId !== null && { clientId }),
    action: 'approvals.request',
    details: { ...details, reason, ...keyDetail(me) },
  });
  const recipients = await tx.rows<{ staffId: string; name: string | null; inList: boolean }>(sql`
    select s.id as "staffId", ${kind} = 'setting' and not s.roles && '{compliance,admin}'::text[] as "inList", coalesce(c.full_name, ${value} ->> 'name') as name
    from person s left join person c on c.id = ${clientId}
    where s.roles && approver_roles(${kind}) and is_available_approver(s.id, ${kind}, ${me.id}, ${at}) and s.id <> ${me.id} and s.id is distinct from c.id
    order by s.id`);
  await app.outbox.emitEach(
    tx,
    'approvals.requested',
    recipients.map((each) => ({ ...each, subject, by: me.fullName })),
  );
}
