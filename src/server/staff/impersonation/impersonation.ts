import { watchMinutes } from '#contract/constants.ts';
import { prove, type Proof } from '#server/auth/second-factor/require-proof.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { refuse } from '#server/platform/refusal.ts';
import { isStaff, type Client } from '#server/platform/session.ts';
import { findWhom } from '../client/find.ts';

interface Beginning extends Proof {
  client_id: string;
  reason: string;
}

/**
 * Begins to watch a client, in this session. There is no token that could be taken away: what is kept is that this
 * session watches, and until when.
 * @throws Refusal `http.not_found`, `staff.own_profile`, `staff.watch_of_staff`, those of a proof, `staff.watching`
 */
export async function beginWatch(
  app: App,
  me: Client,
  { client_id: clientId, reason, ...proof }: Beginning,
): Promise<{ ends_at: string }> {
  const whom = await findWhom(app.db, clientId);
  if (clientId === me.id) throw refuse('staff.own_profile');
  if (isStaff(whom)) throw refuse('staff.watch_of_staff');
  const take = await prove(app, me, proof);
  const now = app.clock.now();
  const endsAt = new Date(now.getTime() + watchMinutes * 60_000);
  await app.db.tx(async (tx) => {
    await take(tx);
    await endWhere(tx, app, sql`w.staff_id = ${me.id} and ${isOver(now)}`);
    const begun = await tx.run(sql`
      insert into client_watch (id, staff_id, client_id, session_id, reason, begun_at, ends_at)
      values (${newId()}, ${me.id}, ${clientId}, ${me.sessionId}, ${reason}, ${now}, ${endsAt}) on conflict do nothing`);
    if (begun === 0) throw refuse('staff.watching');
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, act: 'staff.begin_watch', details: { reason } });
    await app.outbox.emit(tx, 'staff.watch_begun', { clientId, at: now.toISOString() });
  });
  return { ends_at: endsAt.toISOString() };
}

export async function endWatch(app: App, me: Client): Promise<{ status: 'ok' }> {
  await app.db.tx((tx) => endWhere(tx, app, sql`w.session_id = ${me.sessionId}`));
  return { status: 'ok' };
}

/** Writes down the end of watches whose time has run out, or whose session is over; nothing was seen since. */
export async function endOldWatches(app: App): Promise<void> {
  await app.db.tx((tx) => endWhere(tx, app, isOver(app.clock.now())));
}

const isOver = (now: Date): Sql => sql`(w.ends_at <= ${now} or s.expires_at <= ${now} or s.revoked_at is not null)`;

/** Ends those that meet a condition on `client_watch w` and `session s`, at the time at which they were over. */
async function endWhere(tx: Tx, { clock }: App, condition: Sql): Promise<void> {
  const ended = await tx.rows<{ staffId: string; clientId: string }>(sql`
    update client_watch w
    set ended_at = greatest(w.begun_at, least(w.ends_at, s.revoked_at, s.expires_at, ${clock.now()}::timestamptz))
    from session s where s.id = w.session_id and w.ended_at is null and ${condition}
    returning w.staff_id as "staffId", w.client_id as "clientId"`);
  for (const { staffId: actorId, clientId } of ended)
    await writeAudit(tx, clock, { actorId, clientId, act: 'staff.end_watch' });
}
