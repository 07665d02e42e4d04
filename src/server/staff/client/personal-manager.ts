import type { App } from '#server/platform/app.ts';
import { writeAudit, writeAuditEach } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import { keyDetail, type Actor } from '#server/platform/session/actor.ts';
import { isStaff, type Person } from '#server/platform/session/session.ts';

interface Choice {
  client_id: string;
  manager_id: string | null;
  reason: string;
}

type Locked = Pick<Person, 'id' | 'roles'> & { name: string; isOut: boolean; isClosed: boolean };

/** Staff who may manage clients, by name, with the number of their clients. */
export async function readKeepers({ db }: App) {
  return db.rows<{ id: string; name: string; clients: number }>(sql`
    select c.id, c.full_name as name,
           (select count(*)::int from client_manager k where k.manager_id = c.id) as clients
    from person c
    where c.roles && array['support', 'compliance', 'finance', 'admin'] and c.blocked_at is null
    order by name, c.id`);
}

/**
 * Assigns a personal manager to a client, another one, or none. The roles and blocks of both are locked until the
 * transaction ends, so that no client gets a manager who has just left.
 * @throws Refusal `http.not_found`, `staff.managed_is_staff`, `staff.closed`, `staff.same_manager`; on `manager_id`
 * `staff.no_manager`
 */
export async function setPersonalManager(
  app: App,
  tx: Tx,
  by: Actor,
  { client_id: clientId, manager_id: managerId, reason }: Choice,
): Promise<{ status: 'ok' }> {
  const people = await lockBoth(tx, clientId, managerId);
  const whom = people.find(({ id }) => id === clientId);
  if (!whom) throw notFound();
  if (isStaff(whom)) throw refuse('staff.managed_is_staff');
  if (whom.isClosed) throw refuse('staff.closed');
  const manager = people.find(({ id }) => id === managerId && id !== clientId);
  if (managerId !== null && (!manager || !isStaff(manager) || manager.isOut)) {
    throw refuseField('manager_id', 'staff.no_manager');
  }
  const before = await replace(tx, app.clock.now(), clientId, managerId);
  const details = { from: before?.name ?? '–', to: manager?.name ?? '–', reason, ...keyDetail(by) };
  await writeAudit(tx, app.clock, { actorId: by.id, clientId, action: 'staff.set_manager', details });
  await app.outbox.emit(tx, 'clients.manager_changed', { clientId, manager: manager?.name ?? null, managerId });
  const notify = (staffId: string, given: boolean) =>
    app.outbox.emit(tx, 'staff.client_assignment_changed', { staffId, aboutId: clientId, name: whom.name, given });
  if (before?.id) await notify(before.id, false);
  if (manager) await notify(manager.id, true);
  return { status: 'ok' };
}

/** In the order in which every action locks people. */
const lockBoth = (tx: Tx, clientId: string, managerId: string | null) =>
  tx.rows<Locked>(sql`
    select id, roles, full_name as name, blocked_at is not null as "isOut", closed_at is not null as "isClosed"
    from person where id in (${clientId}, ${managerId}) order by id for no key update`);

interface Before {
  /** Null of one who has left. */
  id: string | null;
  name: string | null;
}

/**
 * The client's manager until now.
 * @throws Refusal `staff.same_manager`
 */
async function replace(tx: Tx, at: Date, clientId: string, managerId: string | null): Promise<Before | undefined> {
  const before = await tx.maybeOne<Before>(sql`
    select k.manager_id as id, m.full_name as name
    from client_manager k left join person m on m.id = k.manager_id where k.client_id = ${clientId}`);
  const isSame = managerId === null ? !before : before?.id === managerId;
  if (isSame) throw refuse('staff.same_manager');
  await tx.run(
    managerId === null
      ? sql`delete from client_manager where client_id = ${clientId}`
      : sql`
        insert into client_manager (client_id, manager_id, since) values (${clientId}, ${managerId}, ${at})
        on conflict (client_id) do update set manager_id = excluded.manager_id, since = excluded.since`,
  );
  return before;
}

/**
 * Takes all clients from a manager who leaves the team or is blocked; the caller holds the lock on the manager. The
 * clients are notified, and are listed as clients whose manager has left until they have another.
 */
export async function releaseClients(app: App, tx: Tx, actorId: string, managerId: string): Promise<void> {
  const at = app.clock.now();
  const { name } = await tx.one<{ name: string }>(sql`
    select full_name as name from person where id = ${managerId}`);
  const left = await tx.rows<{ clientId: string }>(sql`
    update client_manager set manager_id = null, since = ${at} where manager_id = ${managerId} returning client_id as "clientId"`);
  const written = { actorId, action: 'staff.release_clients', details: { from: name } } as const;
  await writeAuditEach(
    tx,
    app.clock,
    written,
    left.map(({ clientId }) => clientId),
  );
  await app.outbox.emitEach(
    tx,
    'clients.manager_changed',
    left.map(({ clientId }) => ({ clientId, manager: null, managerId: null })),
  );
}

/** Staff have no personal manager. */
export const removeManagerOf = (tx: Tx, clientId: string): Promise<number> =>
  tx.run(sql`delete from client_manager where client_id = ${clientId}`);
