import { impersonationMinutes } from '#contract/kernel/constants.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import { isStaff, type Person } from '#server/platform/session/session.ts';
import { findWhom } from '../client/find.ts';

interface ImpersonationInput extends Proof {
  client_id: string;
  reason: string;
}

/**
 * Starts impersonation of a client in this session. There is no token that could be stolen: the database stores that
 * this session impersonates, and until when.
 * @throws Refusal `http.not_found`, `staff.own_profile`, `staff.impersonation_of_staff`, those of a proof,
 * `staff.impersonating`
 */
export async function startImpersonation(
  app: App,
  me: Person,
  { client_id: clientId, reason, ...proof }: ImpersonationInput,
): Promise<{ ends_at: string }> {
  const whom = await findWhom(app.db, clientId);
  if (clientId === me.id) throw refuse('staff.own_profile');
  if (isStaff(whom)) throw refuse('staff.impersonation_of_staff');
  const take = await prove(app, me, proof);
  const now = app.clock.now();
  const endsAt = new Date(now.getTime() + impersonationMinutes * 60_000);
  await app.db.tx(async (tx) => {
    await take(tx);
    await endWhere(tx, app, sql`w.staff_id = ${me.id} and ${isOver(now)}`);
    const started = await tx.run(sql`
      insert into impersonation (id, staff_id, client_id, session_id, reason, started_at, ends_at)
      values (${newId()}, ${me.id}, ${clientId}, ${me.sessionId}, ${reason}, ${now}, ${endsAt}) on conflict do nothing`);
    if (started === 0) throw refuse('staff.impersonating');
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      clientId,
      action: 'staff.start_impersonation',
      details: { reason },
    });
    await app.outbox.emit(tx, 'staff.impersonation_started', { clientId, at: now.toISOString() });
  });
  return { ends_at: endsAt.toISOString() };
}

export async function endImpersonation(app: App, me: Person): Promise<{ status: 'ok' }> {
  await app.db.tx((tx) => endWhere(tx, app, sql`w.session_id = ${me.sessionId}`));
  return { status: 'ok' };
}

/** Records the end of impersonations whose time or session has ended; nothing was seen since. */
export async function endExpiredImpersonations(app: App): Promise<void> {
  await app.db.tx((tx) => endWhere(tx, app, isOver(app.clock.now())));
}

const isOver = (now: Date): Sql => sql`(w.ends_at <= ${now} or s.expires_at <= ${now} or s.revoked_at is not null)`;

/** Ends those that meet a condition on `impersonation w` and `session s`, at the time at which they were over. */
async function endWhere(tx: Tx, { clock }: App, condition: Sql): Promise<void> {
  const ended = await tx.rows<{ staffId: string; clientId: string }>(sql`
    update impersonation w
    set ended_at = greatest(w.started_at, least(w.ends_at, s.revoked_at, s.expires_at, ${clock.now()}::timestamptz))
    from session s where s.id = w.session_id and w.ended_at is null and ${condition}
    returning w.staff_id as "staffId", w.client_id as "clientId"`);
  for (const { staffId: actorId, clientId } of ended)
    await writeAudit(tx, clock, { actorId, clientId, action: 'staff.end_impersonation' });
}
