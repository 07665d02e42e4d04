import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import type { Person } from '#server/platform/session/session.ts';
import { endClosureRequest, lockClosureRequest } from './closure-request.ts';

interface ByStaff {
  client_id: string;
  reason: string;
}

/** @throws Refusal `clients.closure_none` */
async function cancelClosure(tx: Tx, app: App, clientId: string): Promise<void> {
  const closureRequest = await lockClosureRequest(tx, clientId);
  if (!closureRequest) throw refuse('clients.closure_none');
  await endClosureRequest(tx, app, closureRequest.id, 'cancelled');
  await notifyCancelled(tx, app, clientId, false);
}

const notifyCancelled = (tx: Tx, app: App, clientId: string, isFrozen: boolean) =>
  app.outbox.emit(tx, 'clients.closure_cancelled', { clientId, at: app.clock.now().toISOString(), isFrozen });

/** The client cancels the closure request. @throws Refusal `clients.closure_none` */
export async function cancelOwnClosure(app: App, me: Person): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    await cancelClosure(tx, app, me.id);
    await writeAudit(tx, app.clock, { actorId: me.id, clientId: me.id, action: 'clients.cancel_closure' });
  });
  return { status: 'ok' };
}

/** Staff cancel it for the client. @throws Refusal `http.not_found`, `clients.closure_none` */
export async function cancelClosureOf(
  app: App,
  me: Person,
  { client_id: clientId, reason }: ByStaff,
): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    await findClient(tx, clientId);
    await cancelClosure(tx, app, clientId);
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      clientId,
      action: 'clients.cancel_closure_of',
      details: { reason },
    });
  });
  return { status: 'ok' };
}

/**
 * Reopens a closed account. The owner is notified, and signs in with a new password.
 * @throws Refusal `http.not_found`, `clients.not_closed`
 */
export async function reopen(
  app: App,
  me: Person,
  { client_id: clientId, reason }: ByStaff,
): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    await findClient(tx, clientId);
    await openPerson(tx, app.config, clientId);
    const opened = await tx.run(sql`
      update person set closed_at = null, blocked_at = null where id = ${clientId} and closed_at is not null`);
    if (opened === 0) throw refuse('clients.not_closed');
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, action: 'clients.reopen', details: { reason } });
    await app.outbox.emit(tx, 'clients.account_reopened', { clientId, at: app.clock.now().toISOString() });
  });
  return { status: 'ok' };
}

async function findClient(tx: Tx, clientId: string): Promise<void> {
  const found = await tx.maybeOne(sql`select from person where id = ${clientId}`);
  if (!found) throw notFound();
}

/** A client who freezes the profile may be the victim of a stranger's closure request. */
export async function cancelFrozenClosure(app: App, clientId: string): Promise<void> {
  await app.db.tx(async (tx) => {
    const closureRequest = await lockClosureRequest(tx, clientId);
    if (!closureRequest) return;
    await endClosureRequest(tx, app, closureRequest.id, 'cancelled');
    await notifyCancelled(tx, app, clientId, true);
    await writeAudit(tx, app.clock, { actorId: clientId, clientId, action: 'clients.cancel_closure' });
  });
}
