import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { isStaff, revokeSessions, type Person } from '#server/platform/session/session.ts';
import { chooseReason } from '#server/platform/reasons/choose-reason.ts';
import { endProgramsOf } from '#server/platform/secrets/end-programs.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { notifyAdministrators } from '../notify-administrators.ts';
import { findWhom } from './find.ts';
import { releaseClients } from './personal-manager.ts';

interface Shutting {
  client_id: string;
  reason: string;
}

interface Blocking {
  client_id: string;
  reason: string;
  note?: string | undefined;
}

/**
 * Blocks a client until staff unblock them. Their money stays where it is.
 * @throws Refusal `http.not_found`, `staff.own_profile`, `staff.is_staff`, `reasons.not_open`, `staff.blocked`
 */
export async function block(
  app: App,
  me: Person,
  { client_id: clientId, reason, note }: Blocking,
): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    const whom = await checkMayAct(tx, me, clientId);
    const versionedCode = await chooseReason(tx, 'block', reason);
    await openPerson(tx, app.config, clientId);
    const blocked = await tx.run(
      sql`update person set blocked_at = ${app.clock.now()} where id = ${clientId} and blocked_at is null`,
    );
    if (blocked === 0) throw refuse('staff.blocked');
    await revokeSessions(tx, app.clock, { clientId });
    tx.afterCommit(() => app.realtime.readmit(clientId));
    await releaseClients(app, tx, me.id, clientId);
    await endProgramsOf(app, tx, me.id, clientId);
    const details = { purpose: 'block', reason_code: versionedCode, ...(note && { note }) };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, action: 'staff.block', details });
    await app.outbox.emit(tx, 'staff.client_blocked', {
      clientId,
      reason: versionedCode,
      at: app.clock.now().toISOString(),
    });
    if (whom.roles.includes('admin')) {
      await notifyAdministrators(app, tx, { clientId, by: me.fullName, made: false, except: [me.id] });
    }
  });
  return { status: 'ok' };
}

/** @throws Refusal `http.not_found`, `staff.own_profile`, `staff.is_staff`, `staff.closed`, `staff.not_blocked` */
export async function unblock(
  app: App,
  me: Person,
  { client_id: clientId, reason }: Shutting,
): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    await checkMayAct(tx, me, clientId);
    const closed = await tx.maybeOne(sql`select from person where id = ${clientId} and closed_at is not null`);
    if (closed) throw refuse('staff.closed');
    await openPerson(tx, app.config, clientId);
    const opened = await tx.run(
      sql`update person set blocked_at = null, readmitted_at = ${app.clock.now()} where id = ${clientId} and blocked_at is not null`,
    );
    if (opened === 0) throw refuse('staff.not_blocked');
    await giveTimeAgain(tx, app, clientId);
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, action: 'staff.unblock', details: { reason } });
    await app.outbox.emit(tx, 'staff.client_unblocked', { clientId, at: app.clock.now().toISOString() });
  });
  return { status: 'ok' };
}

/**
 * A client who had requested the closure of the account could not cancel it while blocked: the whole period to cancel
 * starts again.
 */
async function giveTimeAgain(tx: Tx, { clock, config }: App, clientId: string): Promise<void> {
  const closesAt = new Date(clock.now().getTime() + config.closureDays * 86_400_000);
  await tx.run(sql`
    update account_closure set closes_at = greatest(closes_at, ${closesAt}), notified_at = null
    where client_id = ${clientId} and ended_at is null`);
}

async function checkMayAct(tx: Tx, me: Person, clientId: string): Promise<Pick<Person, 'roles'>> {
  // Otherwise two people who block each other at once would both be blocked.
  const locked = await tx.rows<{ id: string; blocked: boolean }>(sql`
    select id, blocked_at is not null as blocked from person where id in (${me.id}, ${clientId}) order by id for no key update`);
  const whom = await findWhom(tx, clientId);
  if (locked.some(({ id, blocked }) => id === me.id && blocked)) throw refuse('http.forbidden');
  if (clientId === me.id) throw refuse('staff.own_profile');
  if (isStaff(whom) && !me.roles.includes('admin')) throw refuse('staff.is_staff');
  return whom;
}
