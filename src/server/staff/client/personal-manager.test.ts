import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffRole } from '#contract/staff/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { codeOf } from '#test/money/payments.ts';
import { setRoles as setRolesOf } from '#test/compliance/approvals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { makeFirstAdministrator } from '../first-administrator.ts';

let server: TestServer;
let admin: Session;
let sven: Session;
let mona: Session;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ first_name: 'Ada', roles: ['client', 'admin'] });
  sven = await server.register({ first_name: 'Sven', roles: ['client', 'support'] });
  mona = await server.register({ first_name: 'Mona', roles: ['client', 'finance'] });
  ida = await server.register({ first_name: 'Ida' });
});
afterAll(() => server.close());

const unknown = '00000000-0000-7000-8000-000000000000';
const give = (manager_id: string | null, client_id = ida.user.id, as = admin) =>
  server.call('POST /api/staff/clients/manager', { as, body: { client_id, manager_id, reason: 'Speaks German.' } });
const managerOf = async ({ user }: Session) => {
  const { body } = await server.call('POST /api/staff/clients/card', { as: admin, body: { client_id: user.id } });
  return body.manager_left ? 'left' : (body.manager?.name ?? null);
};
const found = async (as: Session, manager: string) =>
  (await server.call('POST /api/staff/clients', { as, body: { manager } })).body.clients.map(({ id }) => id);
const setRoles = async (whom: Session, roles: StaffRole[]) =>
  setRolesOf(server, [admin, await server.register({ roles: ['client', 'compliance'] })], whom, roles);
const subjectsOf = async ({ user }: Session) =>
  (await emailsTo(server, user.email)).map(({ subject }) => subject).join();

describe('a personal manager', () => {
  it('is assigned by administrators, and cannot be just any person', async () => {
    expect((await give(sven.user.id, ida.user.id, sven)).status).toBe(403);
    expect((await give(sven.user.id, unknown)).refusal.code).toBe('http.not_found');
    expect((await give(sven.user.id, mona.user.id)).refusal.code).toBe('staff.managed_is_staff');
    expect((await give(admin.user.id, admin.user.id)).refusal.code).toBe('staff.managed_is_staff');
    const gone = await server.register();
    await server.db.run(sql`update person set closed_at = now(), blocked_at = now() where id = ${gone.user.id}`);
    expect((await give(sven.user.id, gone.user.id)).refusal.code).toBe('staff.closed');
    const other = await server.register();
    for (const unfit of [unknown, other.user.id, ida.user.id]) {
      expect(codeOf(await give(unfit))).toBe('staff.no_manager');
    }
    expect((await give(null)).refusal.code).toBe('staff.same_manager');
    expect(await managerOf(ida)).toBeNull();
  });

  it('is shown to the client and in the list, and all are notified', async () => {
    expect((await give(sven.user.id)).status).toBe(200);
    expect((await give(sven.user.id)).refusal.code).toBe('staff.same_manager');
    const { user } = await server.signIn({ email: ida.user.email });
    expect([user.responsible_stagename, user.responsible_email]).toEqual(['Sven Berg', sven.user.email]);
    expect(await found(sven, 'mine')).toEqual([ida.user.id]);
    expect(await found(mona, 'mine')).toEqual([]);
    expect(await found(mona, sven.user.id)).toEqual([ida.user.id]);
    expect(await found(mona, 'none')).not.toContain(ida.user.id);
    const { body: managers } = await server.call('POST /api/staff/clients/managers', { as: mona, body: {} });
    expect(managers.map(({ name, clients }) => [name, clients])).toEqual([
      ['Ada Berg', 0],
      ['Mona Berg', 0],
      ['Sven Berg', 1],
    ]);
    const file = await server.call('GET /api/staff/clients/file', { as: admin, query: { manager: sven.user.id } });
    expect(file.body.trimEnd().split('\r\n')).toHaveLength(2);
    expect(file.body).toContain('Sven Berg');
    expect(await subjectsOf(ida)).toContain('Your personal manager: Sven Berg');
    expect(await subjectsOf(sven)).toContain('Ida Berg is now your client');
    const { body: activity } = await server.call('POST /api/settings/activity', { as: ida, body: {} });
    expect(activity[0]).toMatchObject({ action: 'staff.set_manager', reason: 'Speaks German.' });
  });

  it('changes, and of two concurrent changes the second is refused', async () => {
    const both = await Promise.all([give(mona.user.id), give(mona.user.id)]);
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await managerOf(ida)).toBe('Mona Berg');
    expect(await subjectsOf(sven)).toContain('Ida Berg is no longer your client');
    const rows = await server.db.rows<{ details: object }>(
      sql`select details from audit_entry where action = 'staff.set_manager' order by id`,
    );
    expect(rows.map(({ details }) => details)).toMatchObject([
      { from: '–', to: 'Sven Berg' },
      { from: 'Sven Berg', to: 'Mona Berg' },
    ]);
  });

  it('is removed when the manager leaves the team, and staff see who needs another', async () => {
    await setRoles(mona, []);
    expect(await managerOf(ida)).toBe('left');
    expect(await found(sven, 'left')).toEqual([ida.user.id]);
    const { user } = await server.signIn({ email: ida.user.email });
    expect(user.responsible_stagename).toBeNull();
    expect(await subjectsOf(ida)).toContain('You don’t have a personal manager right now');
    expect(codeOf(await give(mona.user.id))).toBe('staff.no_manager');
    expect((await give(null)).status).toBe(200);
    expect(await found(sven, 'left')).toEqual([]);
  });

  it('is removed when the manager is blocked, also when a client is assigned at that moment', async () => {
    const clients = await Promise.all(Array.from({ length: 6 }, () => server.register()));
    const block = () =>
      server.call('POST /api/staff/clients/block', {
        as: admin,
        body: { client_id: sven.user.id, reason: 'under_inquiry' },
      });
    const responses = await Promise.all([
      ...clients.slice(0, 3).map(({ user }) => give(sven.user.id, user.id)),
      block(),
      ...clients.slice(3).map(({ user }) => give(sven.user.id, user.id)),
    ]);
    expect(responses.every(({ status }) => [200, 422].includes(status))).toBe(true);
    expect(await server.db.rows(sql`select from client_manager where manager_id = ${sven.user.id}`)).toEqual([]);
    const lost = await server.db.rows<{ id: string }>(sql`
      select client_id as id from audit_entry where action = 'staff.release_clients' and details ->> 'from' = 'Sven Berg'`);
    const given = clients.filter((_, index) => responses[index < 3 ? index : index + 1]?.status === 200);
    expect(lost.map(({ id }) => id).toSorted()).toEqual(given.map(({ user }) => user.id).toSorted());
  });

  it('is removed from a client who becomes a member of staff', async () => {
    const kurt = await server.register({ roles: ['client', 'support'] });
    expect((await give(kurt.user.id)).status).toBe(200);
    await setRoles(ida, ['finance']);
    expect(await server.db.rows(sql`select from client_manager where client_id = ${ida.user.id}`)).toEqual([]);
  });

  it('is removed from a client who is made the first administrator by a command', async () => {
    const [kurt, olga] = [await server.register({ roles: ['client', 'support'] }), await server.register()];
    expect((await give(kurt.user.id, olga.user.id)).status).toBe(200);
    await server.db.run(sql`update person set roles = '{client}' where 'admin' = any(roles)`);
    await server.db.run(sql`update person set email_verified_at = now() where id = ${olga.user.id}`);
    expect(await makeFirstAdministrator({ ...server.app, db: server.db }, olga.user.email)).toBe('made');
    expect(await server.db.rows(sql`select from client_manager where client_id = ${olga.user.id}`)).toEqual([]);
  });
});
