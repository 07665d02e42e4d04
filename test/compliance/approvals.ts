import type { RiskRating } from '#contract/clients/risk-names.ts';
import type { StaffRole } from '#contract/staff/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openPerson, signNewRow } from '#server/platform/secrets/row-macs.ts';
import type { Session, TestServer } from '../server.ts';

/** The id of the approval request about a client, or an id that does not exist. */
export async function waitingFor(
  server: TestServer,
  clientId: string,
  kind: 'limits' | 'level' | 'risk' | 'tier' | 'email' | 'role' | 'staff_dealing' | 'screening' | 'staff_identity',
) {
  const found = await server.db.maybeOne<{ id: string }>(sql`
    select id from approval_request where client_id = ${clientId} and kind = ${kind} and state = 'open'`);
  return found?.id ?? newId();
}

export const confirmAs = (server: TestServer, as: Session, approval_request_id: string) =>
  server.call('POST /api/staff/approvals/approve', {
    as,
    body: { approval_request_id, current_password: as.password },
  });

/** Approves an operator key, as it was stored, with a second administrator of its own; a test that is about something else. */
export async function approveKey(server: TestServer, keyId: string): Promise<void> {
  const second = await server.register({ roles: ['client', 'admin'] });
  const [id, now] = [newId(), server.clock.now()];
  await server.db.run(sql`
    insert into approval_request (id, kind, key, was, value, reason, author_id, created_at, expires_at)
    select ${id}, 'api_key', k.id::text, 'null', operator_key_value(k), 'for the test', created_by, ${now}, ${new Date(now.getTime() + 60_000)}
    from operator_key k where id = ${keyId}`);
  await server.db.run(sql`
    update approval_request set state = 'approved', decided_by = ${second.user.id}, decided_at = ${now}, overrule = 'for the test'
    where id = ${id}`);
}

/** Sets a level by hand as two staff members do. */
export async function setLevel(
  server: TestServer,
  [author, second]: readonly [Session, Session],
  clientId: string,
  { level, reason = 'Seen in person.' }: { level: number; reason?: string },
): Promise<void> {
  const body = { client_id: clientId, level, reason, current_password: author.password };
  await server.call('POST /api/staff/clients/level', { as: author, body });
  await confirmAs(server, second, await waitingFor(server, clientId, 'level'));
}

/** Rates the risk of a client, who is not rated, by two staff members; the first one is of compliance. */
export async function rateRisk(
  server: TestServer,
  [author, second]: readonly [Session, Session],
  clientId: string,
  rating: RiskRating,
): Promise<void> {
  const body = { client_id: clientId, rating, reason: 'Known for long.', current_password: author.password };
  await server.call('POST /api/staff/clients/risk', { as: author, body });
  if (rating !== 'high') await confirmAs(server, second, await waitingFor(server, clientId, 'risk'));
}

/** Requests roles as an administrator does; returns the response. */
export const proposeRoles = (server: TestServer, author: Session, whom: Session, roles: readonly StaffRole[]) =>
  server.call('POST /api/staff/team/roles', {
    as: author,
    body: { client_id: whom.user.id, roles: [...roles], reason: 'for the test', current_password: author.password },
  });

/** Sets roles as two of the staff do. */
export async function setRoles(
  server: TestServer,
  [author, second]: readonly [Session, Session],
  whom: Session,
  roles: readonly StaffRole[],
): Promise<void> {
  await proposeRoles(server, author, whom, roles);
  const { status, refusal } = await confirmAs(server, second, await waitingFor(server, whom.user.id, 'role'));
  if (status !== 200) throw new Error(JSON.stringify(refusal));
}

/** Has it that two people gave a person the administrator's role this many days ago; the rows of both have their MACs. */
export async function gaveRole(server: TestServer, by: Session, whom: Session, daysAgo: number): Promise<void> {
  const second = await server.register();
  const { config, clock } = server.app;
  const [id, at] = [newId(), new Date(clock.now().getTime() - daysAgo * 86_400_000)];
  await server.db.tx(async (tx) => {
    await tx.run(sql`alter table approval_request disable trigger user`);
    await tx.run(sql`
      insert into approval_request (id, kind, client_id, was, value, reason, author_id, created_at, expires_at, state, decided_by, decided_at)
      values (${id}, 'role', ${whom.user.id}, '[]', '["admin"]', 'for the test', ${by.user.id}, ${at}, ${new Date(at.getTime() + 60_000)},
              'approved', ${second.user.id}, ${at})`);
    await tx.run(sql`alter table approval_request enable trigger user`);
    await signNewRow(tx, config, 'approval_request', sql`r.id = ${id}`);
    await openPerson(tx, config, whom.user.id);
    await tx.run(sql`update person set role_requests = role_requests + 1 where id = ${whom.user.id}`);
  });
}

/** Has it that staff have just restored the access of a person. */
export async function readmit(server: TestServer, whom: Session): Promise<void> {
  await server.db.tx(async (tx) => {
    await openPerson(tx, server.app.config, whom.user.id);
    await tx.run(sql`update person set readmitted_at = ${server.clock.now()} where id = ${whom.user.id}`);
  });
}
