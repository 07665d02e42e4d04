import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { openPerson } from '#server/platform/row-macs.ts';
import type { Client } from '#server/platform/session.ts';
import { endWish, lockWish } from './closure-request.ts';

interface ByStaff {
  client_id: string;
  reason: string;
}

/** @throws Refusal `clients.not_closing` */
async function keep(tx: Tx, app: App, clientId: string): Promise<void> {
  const wish = await lockWish(tx, clientId);
  if (!wish) throw refuse('clients.not_closing');
  await endWish(tx, app, wish.id, 'kept');
  await tellKept(tx, app, clientId, false);
}

const tellKept = (tx: Tx, app: App, clientId: string, isFrozen: boolean) =>
  app.outbox.emit(tx, 'clients.account_kept', { clientId, at: app.clock.now().toISOString(), isFrozen });

/** The client thinks better of it. @throws Refusal `clients.not_closing` */
export async function keepOwnAccount(app: App, me: Client): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    await keep(tx, app, me.id);
    await writeAudit(tx, app.clock, { actorId: me.id, clientId: me.id, act: 'clients.keep_account' });
  });
  return { status: 'ok' };
}

/** Staff take it back for him. @throws Refusal `http.not_found`, `clients.not_closing` */
export async function keepAccountOf(
  app: App,
  me: Client,
  { client_id: clientId, reason }: ByStaff,
): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    await findClient(tx, clientId);
    await keep(tx, app, clientId);
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, act: 'clients.keep_account_of', details: { reason } });
  });
  return { status: 'ok' };
}

/**
 * Lets the owner of a closed account in again, by a password that he sets anew; he is told.
 * @throws Refusal `http.not_found`, `clients.not_closed`
 */
export async function reopen(
  app: App,
  me: Client,
  { client_id: clientId, reason }: ByStaff,
): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    await findClient(tx, clientId);
    await openPerson(tx, app.config, clientId);
    const opened = await tx.run(sql`
      update client set closed_at = null, blocked_at = null where id = ${clientId} and closed_at is not null`);
    if (opened === 0) throw refuse('clients.not_closed');
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, act: 'clients.reopen', details: { reason } });
    await app.outbox.emit(tx, 'clients.account_reopened', { clientId, at: app.clock.now().toISOString() });
  });
  return { status: 'ok' };
}

async function findClient(tx: Tx, clientId: string): Promise<void> {
  const found = await tx.maybeOne(sql`select from client where id = ${clientId}`);
  if (!found) throw notFound();
}

/** Whoever freezes a profile may be the one whose account a stranger wants closed. */
export async function keepFrozen(app: App, clientId: string): Promise<void> {
  await app.db.tx(async (tx) => {
    const wish = await lockWish(tx, clientId);
    if (!wish) return;
    await endWish(tx, app, wish.id, 'kept');
    await tellKept(tx, app, clientId, true);
    await writeAudit(tx, app.clock, { actorId: clientId, clientId, act: 'clients.keep_account' });
  });
}
