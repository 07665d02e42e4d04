import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffRole } from '#contract/staff-names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { mailsTo } from '#test/mailbox.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let ada: Session;
let bo: Session;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  ada = await server.register({ first_name: 'Ada', roles: ['client', 'admin'] });
  bo = await server.register({ first_name: 'Bo', roles: ['client', 'admin'] });
  ida = await server.register();
});
afterAll(() => server.close());

const unknown = '00000000-0000-7000-8000-000000000000';
const reason = 'Begins on Monday.';
const set = (as: Session, client_id: string, roles: string[], current_password = as.password) =>
  server.call('POST /api/staff/team/roles', {
    as,
    body: { client_id, roles: roles as StaffRole[], reason, current_password },
  });
const rolesOf = async ({ user }: Session) =>
  (await server.db.one<{ roles: string[] }>(sql`select roles from client where id = ${user.id}`)).roles;

describe('the team', () => {
  it('lists who works here', async () => {
    const { body } = await server.call('POST /api/staff/team', { as: ada, body: {} });
    expect(body.map(({ first_name, roles }) => [first_name, roles])).toEqual([
      ['Ada', ['admin']],
      ['Bo', ['admin']],
    ]);
  });

  it('can be taken away as CSV, by administrators, and that is written down', async () => {
    const { headers, body } = await server.call('GET /api/staff/team/file', { as: ada });
    expect(headers.get('content-disposition')).toContain('team.csv');
    const rows = body.trimEnd().split('\r\n');
    expect(rows).toHaveLength(3);
    expect(rows[1]).toMatch(new RegExp(`^${ada.user.id},Ada,.+,admin,off,active,`));
    const taken = await server.db.rows(sql`select actor_id from audit_entry where act = 'staff.export_team'`);
    expect(taken).toEqual([{ actor_id: ada.user.id }]);
    expect((await server.call('GET /api/staff/team/file', { as: ida })).status).toBe(403);
  });

  it('refuses what cannot be', async () => {
    const stolen = await set(ada, ida.user.id, ['admin'], 'three loud harbours');
    expect(stolen.refusal.errors).toMatchObject({ current_password: [{ code: 'auth.current_password' }] });
    expect((await set(ada, unknown, ['support'])).refusal.code).toBe('http.not_found');
    expect((await set(ada, ada.user.id, [])).refusal.code).toBe('staff.own_roles');
    expect((await set(ada, ida.user.id, [])).refusal.code).toBe('staff.same_roles');
    expect((await set(ada, ida.user.id, ['king'])).status).toBe(422);
    expect((await set(ida, ida.user.id, ['admin'])).status).toBe(403);
  });

  it('grants and takes roles, signs out, tells by mail and writes it down', async () => {
    expect((await set(ada, ida.user.id, ['finance', 'support'])).status).toBe(200);
    expect(await rolesOf(ida)).toEqual(['client', 'support', 'finance']);
    expect((await server.call('POST /api/wallets', { as: ida })).status).toBe(401);
    const subjects = (await mailsTo(server, ida.user.email)).map(({ subject }) => subject);
    expect(subjects.join()).toContain('Your roles were changed');
    const [entry] = await server.db.rows(sql`select actor_id, details from audit_entry where act = 'staff.set_roles'`);
    expect(entry).toEqual({ actor_id: ada.user.id, details: { from: '–', to: 'finance support', reason } });
    expect((await set(ada, ida.user.id, [])).status).toBe(200);
    expect(await rolesOf(ida)).toEqual(['client']);
  });

  it('keeps an administrator when two take the role from each other at once', async () => {
    const answers = await Promise.all([set(ada, bo.user.id, []), set(bo, ada.user.id, [])]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const { count } = await server.db.one<{ count: bigint }>(
      sql`select count(*) as count from client where 'admin' = any(roles)`,
    );
    expect(count).toBe(1n);
  });
});
