import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { StaffRole } from '#contract/staff/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { codeOf } from '#test/money/payments.ts';
import { confirmAs, waitingFor } from '#test/compliance/approvals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let ada: Session;
let bo: Session;
let vera: Session;
let ida: Session;
beforeAll(async () => {
  server = await startServer();
  ada = await server.register({ first_name: 'Ada', roles: ['client', 'admin'] });
  bo = await server.register({ first_name: 'Bo', roles: ['client', 'admin'] });
  vera = await server.register({ first_name: 'Vera', roles: ['client', 'compliance'] });
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
  (await server.db.one<{ roles: string[] }>(sql`select roles from person where id = ${user.id}`)).roles;

describe('the team', () => {
  it('lists who works here', async () => {
    const { body } = await server.call('POST /api/staff/team', { as: ada, body: {} });
    expect(body.map(({ full_name, roles }) => [full_name.split(' ')[0], roles])).toEqual([
      ['Ada', ['admin']],
      ['Bo', ['admin']],
      ['Vera', ['compliance']],
    ]);
  });

  it('can be exported as CSV, by administrators, with an audit entry', async () => {
    const { headers, body } = await server.call('GET /api/staff/team/file', { as: ada });
    expect(headers.get('content-disposition')).toContain('team.csv');
    const rows = body.trimEnd().split('\r\n');
    expect(rows).toHaveLength(4);
    expect(rows[1]).toMatch(new RegExp(`^${ada.user.id},Ada .+,.+,admin,off,active,`));
    const taken = await server.db.rows(sql`select actor_id from audit_entry where action = 'staff.export_team'`);
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

  it('needs two people to change roles; signs the person out, and notifies all concerned', async () => {
    expect((await set(ada, ida.user.id, ['finance', 'support'])).status).toBe(200);
    expect(codeOf(await set(bo, ida.user.id, ['finance']))).toBe('approvals.request_open');
    expect(await rolesOf(ida)).toEqual(['client']);
    const { body } = await server.call('POST /api/staff/approvals', { as: vera, body: { client_id: ida.user.id } });
    expect(body.approval_requests).toMatchObject([
      { kind: 'role', was: [], value: ['support', 'finance'], may_decide: true },
    ]);
    const id = await waitingFor(server, ida.user.id, 'role');
    expect(codeOf(await confirmAs(server, ada, id))).toBe('approvals.own_request');
    expect((await confirmAs(server, vera, id)).status).toBe(200);
    expect(await rolesOf(ida)).toEqual(['client', 'support', 'finance']);
    expect((await server.call('POST /api/wallets', { as: ida })).status).toBe(401);
    const subjects = (await emailsTo(server, ida.user.email)).map(({ subject }) => subject);
    expect(subjects.join()).toContain('Your roles have changed');
    const notified = (await emailsTo(server, bo.user.email)).map(({ subject }) => subject);
    expect(notified).toContain('Roles changed: Ida Berg');
    const [entry] = await server.db.rows(
      sql`select actor_id, details from audit_entry where action = 'staff.set_roles'`,
    );
    const details = { from: '–', to: 'finance support', reason, proposed_by: `Ada ${ada.user.second_name}` };
    expect(entry).toEqual({ actor_id: vera.user.id, details });
    await set(bo, ida.user.id, []);
    await confirmAs(server, vera, await waitingFor(server, ida.user.id, 'role'));
    expect(await rolesOf(ida)).toEqual(['client']);
  });

  it('keeps one administrator when two take the role from each other, and both are confirmed at once', async () => {
    await Promise.all([set(ada, bo.user.id, []), set(bo, ada.user.id, [])]);
    const ids = [await waitingFor(server, bo.user.id, 'role'), await waitingFor(server, ada.user.id, 'role')];
    const responses = await Promise.all(ids.map((id) => confirmAs(server, vera, id)));
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    const { count } = await server.db.one<{ count: bigint }>(
      sql`select count(*) as count from person where 'admin' = any(roles)`,
    );
    expect(count).toBe(1n);
    await server.db.run(sql`update person set roles = '{client,admin}' where id in (${ada.user.id}, ${bo.user.id})`);
  });
});

describe('the database', () => {
  /** As the role that serves people. */
  const give = (whom: Session, roles: string[], approvalRequestId: string | null = null) =>
    server.app.db.run(sql`
      update person set roles = ${roles}, roles_approval_request_id = ${approvalRequestId} where id = ${whom.user.id}`);

  it('gives no roles without a second person, other than the confirmed ones, or twice by one request', async () => {
    const constraint = 'person_roles_are_approved';
    await expect(give(ida, ['client', 'admin'])).rejects.toMatchObject({ constraint });
    await expect(
      server.app.db.run(sql`
        insert into person (id, email, password_hash, first_name, second_name, country, language, roles, created_at)
        values (gen_random_uuid(), 'made@example.com', 'none', 'Ada', 'Made', 'SE', 'en', '{client,admin}', now())`),
    ).rejects.toMatchObject({ constraint });
    [ada, bo] = [await server.signIn({ email: ada.user.email }), await server.signIn({ email: bo.user.email })];
    expect((await set(ada, ida.user.id, ['support'])).status).toBe(200);
    const id = await waitingFor(server, ida.user.id, 'role');
    await expect(give(ida, ['client', 'support'], id)).rejects.toMatchObject({ constraint });
    expect((await confirmAs(server, vera, id)).status).toBe(200);
    await expect(give(ida, ['client', 'admin'], id)).rejects.toMatchObject({ constraint });
    await set(ada, ida.user.id, []);
    server.clock.advance(1000);
    await confirmAs(server, vera, await waitingFor(server, ida.user.id, 'role'));
    await expect(give(ida, ['client', 'support'], id)).rejects.toMatchObject({ constraint });
  });
});

describe('the only administrator', () => {
  it('accepts no request for roles until there is a person who can confirm it', async () => {
    await server.db.run(sql`update person set roles = '{client}' where id in (${bo.user.id}, ${vera.user.id})`);
    expect(codeOf(await set(ada, ida.user.id, ['finance']))).toBe('staff.no_approver');
  });
});
