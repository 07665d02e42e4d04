import type { App } from '#server/platform/app.ts';
import { writeAudit, writeAuditEach } from '#server/platform/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import { isStaff, type Client } from '#server/platform/session.ts';

interface Choice {
  client_id: string;
  manager_id: string | null;
  reason: string;
}

type Locked = Pick<Client, 'id' | 'roles'> & { name: string; isOut: boolean; isClosed: boolean };

/** Who may look after clients, by name, with how many each of them has. */
export async function readKeepers({ db }: App) {
  return db.rows<{ id: string; name: string; clients: number }>(sql`
    select c.id, c.first_name || ' ' || c.second_name as name,
           (select count(*)::int from client_manager k where k.manager_id = c.id) as clients
    from client c
    where c.roles && array['support', 'compliance', 'finance', 'admin'] and c.blocked_at is null
    order by name, c.id`);
}

/**
 * Gives a client a personal manager, another one, or none. Who is staff and who is shut out stays as it is until this is
 * through, so that nobody is looked after by somebody who has just left.
 * @throws Refusal `http.not_found`, `staff.managed_is_staff`, `staff.closed`, `staff.same_manager`; on `manager_id`
 * `staff.no_manager`
 */
export async function setPersonalManager(
  app: App,
  me: Client,
  { client_id: clientId, manager_id: managerId, reason }: Choice,
): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
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
    const details = { from: before?.name ?? '–', to: manager?.name ?? '–', reason };
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, act: 'staff.set_manager', details });
    await app.outbox.emit(tx, 'clients.manager_changed', { clientId, manager: manager?.name ?? null, managerId });
    const tell = (staffId: string, given: boolean) =>
      app.outbox.emit(tx, 'staff.client_given', { staffId, aboutId: clientId, name: whom.name, given });
    if (before?.id) await tell(before.id, false);
    if (manager) await tell(manager.id, true);
  });
  return { status: 'ok' };
}

/** In the order in which every act locks people. */
const lockBoth = (tx: Tx, clientId: string, managerId: string | null) =>
  tx.rows<Locked>(sql`
    select id, roles, first_name || ' ' || second_name as name, blocked_at is not null as "isOut", closed_at is not null as "isClosed"
    from client where id in (${clientId}, ${managerId}) order by id for no key update`);

interface Before {
  /** Null of one who has left. */
  id: string | null;
  name: string | null;
}

/** Whom the client had until now. @throws Refusal `staff.same_manager` */
async function replace(tx: Tx, at: Date, clientId: string, managerId: string | null): Promise<Before | undefined> {
  const before = await tx.maybeOne<Before>(sql`
    select k.manager_id as id, m.first_name || ' ' || m.second_name as name
    from client_manager k left join client m on m.id = k.manager_id where k.client_id = ${clientId}`);
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
 * Takes all his clients off somebody who leaves the team or is shut out; the caller holds the lock on him. They are told,
 * and stand in the list as those whose manager has left until they have another.
 */
export async function releaseClients(app: App, tx: Tx, actorId: string, managerId: string): Promise<void> {
  const at = app.clock.now();
  const { name } = await tx.one<{ name: string }>(sql`
    select first_name || ' ' || second_name as name from client where id = ${managerId}`);
  const left = await tx.rows<{ clientId: string }>(sql`
    update client_manager set manager_id = null, since = ${at} where manager_id = ${managerId} returning client_id as "clientId"`);
  const written = { actorId, act: 'staff.release_clients', details: { from: name } } as const;
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

/** Who works here is looked after by nobody. */
export const forgetManagerOf = (tx: Tx, clientId: string): Promise<number> =>
  tx.run(sql`delete from client_manager where client_id = ${clientId}`);
