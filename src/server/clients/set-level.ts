import type { AuditDetails } from '#contract/staff/audit-details.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { ApprovalHandler } from '#server/platform/approvals/approval-handlers.ts';
import { requestApproval } from '#server/platform/approvals/request-approval.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import type { Requester } from '#server/platform/session/actor.ts';
import type { Person } from '#server/platform/session/session.ts';
import { settle } from '#server/verification/settle.ts';

interface Setting extends Proof {
  client_id: string;
  level: number | null;
  reason: string;
}

/**
 * Sets the level of a client by hand, whatever the client proves later, or lets proofs decide again. Permissions and
 * limits of payments follow at once. A level above the proven one needs an approval.
 * @throws Refusal `clients.own_level`, what `prove` throws, `auth.client_unknown`, `approvals.request_open`
 */
export async function setLevel(
  app: App,
  me: Person,
  { client_id: clientId, level, reason, ...proof }: Setting,
): Promise<{ outcome: 'changed' | 'proposed'; level: number }> {
  if (clientId === me.id) throw refuse('clients.own_level');
  const take = await prove(app, me, proof);
  return app.db.tx(async (tx) => {
    await take(tx);
    const before = await lockLevel(tx, clientId);
    if (before === undefined) throw refuseField('client_id', 'auth.client_unknown');
    const more = await isAbove(tx, clientId, level);
    if (more) {
      await requestLevel(app, tx, me, { clientId, before, level, reason });
      return { outcome: 'proposed', level: before };
    }
    return {
      outcome: 'changed',
      level: await storeLevel(app, tx, me, { clientId, before, level, details: { reason } }),
    };
  });
}

/**
 * Requests a level for a program, which sets none itself, of a client who is locked.
 * @throws Refusal `clients.level_not_above`, `approvals.request_open`
 */
export async function proposeLevel(
  app: App,
  tx: Tx,
  by: Requester,
  { clientId, level, reason }: { clientId: string; level: number; reason: string },
): Promise<void> {
  if (!(await isAbove(tx, clientId, level))) throw refuseField('level', 'clients.level_not_above');
  const before = (await lockLevel(tx, clientId)) ?? 0;
  await requestLevel(app, tx, by, { clientId, before, level, reason });
}

/** Whether it is more than the client has proven. */
async function isAbove(tx: Tx, clientId: string, level: number | null): Promise<boolean> {
  const { more } = await tx.one<{ more: boolean }>(sql`select level_loosens(${clientId}, ${level}) as more`);
  return more;
}

interface Wanted {
  clientId: string;
  before: number;
  level: number | null;
  reason: string;
}

async function requestLevel(app: App, tx: Tx, by: Requester, { clientId, before, level, reason }: Wanted) {
  const subject = { kind: 'level', key: null, clientId } as const;
  const details = { from: String(before), to: String(level), by: 'hand' };
  await requestApproval(app, tx, by, { subject, value: sql`to_jsonb(${level}::int)`, reason, details });
}

/** A level that two members of staff agreed on. */
export const levelApproval = (app: App): ApprovalHandler => ({
  async apply(tx, me, { id: approvalRequestId, subject: { clientId }, value, reason, author, mark }) {
    if (clientId === null) throw new Error('a level is of a client');
    const before = (await lockLevel(tx, clientId)) ?? 0;
    const details = { reason, proposed_by: author, ...mark };
    await storeLevel(app, tx, me, { clientId, before, level: value as number, approvalRequestId, details });
  },
});

async function lockLevel(tx: Tx, clientId: string): Promise<number | undefined> {
  const found = await tx.maybeOne<{ level: number }>(sql`
    select verification_level as level from person where id = ${clientId} for no key update`);
  return found?.level;
}

interface Stored {
  clientId: string;
  before: number;
  level: number | null;
  /** The approved request. */
  approvalRequestId?: string;
  details: AuditDetails;
}

/** Returns the resulting level of the client. */
async function storeLevel(app: App, tx: Tx, me: Person, of: Stored): Promise<number> {
  const { clientId, before, level, approvalRequestId = null, details: more } = of;
  await openPerson(tx, app.config, clientId);
  await tx.run(sql`
    update person set level_override = ${level}, level_approval_request_id = ${approvalRequestId} where id = ${clientId} and id <> ${me.id}`);
  await settle(app, tx, clientId);
  const after = (await lockLevel(tx, clientId)) ?? 0;
  const details = { from: String(before), to: String(after), by: level === null ? 'proofs' : 'hand', ...more };
  await writeAudit(tx, app.clock, { actorId: me.id, clientId, action: 'clients.set_level', details });
  return after;
}
