import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { emailsTo } from '#test/mailbox.ts';
import { codeOf } from '#test/money/payments.ts';
import { confirmAs, gaveRole } from '#test/compliance/approvals.ts';
import { forge } from '#test/database/forge.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** What protects money, where there is one administrator: who else confirms what she changes. */
let server: TestServer;
let ada: Session;
let vera: Session;
let finn: Session;

const key = 'payments.second_approver_from';

beforeAll(async () => {
  server = await startServer();
  ada = await server.register({ first_name: 'Ada', second_name: 'Lund', roles: ['client', 'admin'] });
  vera = await server.register({ first_name: 'Vera' });
  finn = await server.register({ first_name: 'Finn' });
});
afterAll(() => server.close());
beforeEach(() => server.db.run(sql`delete from rate_window`));

const requestColumns = sql`
  id, kind, client_id, was, value, reason, author_id, created_at, expires_at, state, decided_by, decided_at, security_mac`;
const give = (whom: Session, ...roles: string[]) =>
  server.db.run(sql`update person set roles = ${['client', ...roles]} where id = ${whom.user.id}`);
const versionOf = async () => {
  const { newest } = await server.db.one<{ newest: number }>(sql`
    select coalesce(max(number), 0) as newest from setting_version where key = ${key}`);
  return newest;
};
const holds = async () => {
  const { body } = await server.call('POST /api/staff/settings', { as: ada, body: {} });
  return body.settings.find((each) => each.key === key)?.value;
};
const change = async (value: string) =>
  server.call('POST /api/staff/settings/protected', {
    as: ada,
    body: { key, value, version: await versionOf(), reason: 'as agreed', current_password: ada.password },
  });
const waitingFor = async (as: Session) =>
  (await server.call('POST /api/staff/approvals', { as, body: {} })).body.approval_requests.find(
    ({ kind }) => kind === 'setting',
  );
const stand = async () => (await server.call('POST /api/staff/settings/approvers', { as: ada, body: {} })).body;
const subjectsTo = async (of: Session) => (await emailsTo(server, of.user.email)).map(({ subject }) => subject);

describe('a change of the only administrator', () => {
  it('takes effect at once where there is no other approver', async () => {
    expect(await stand()).toEqual({ approver_needed: false, approvers: 0 });
    expect((await change('20000.00')).body).toEqual({ outcome: 'changed' });
    expect(await holds()).toBe('20000.00');
  });

  it('waits for finance where there is no compliance; finance decides on the screen of approvals', async () => {
    await give(finn, 'finance');
    expect(await stand()).toEqual({ approver_needed: true, approvers: 1 });
    expect((await change('30000.00')).body).toEqual({ outcome: 'proposed' });
    expect(await holds()).toBe('20000.00');
    await server.drain();
    const bell = await server.call('POST /api/notifications', { as: finn, body: {} });
    expect(bell.body.notifications[0]).toMatchObject({ kind: 'approval_requested', path: '/admin/approvals' });
    const waiting = await waitingFor(finn);
    expect(waiting).toMatchObject({ may_decide: true, value: '30000.00' });
    expect((await confirmAs(server, finn, waiting?.id ?? '')).status).toBe(200);
    expect(await holds()).toBe('30000.00');
  });

  it('waits for compliance where there is one, and finance neither sees nor decides it', async () => {
    await give(vera, 'compliance');
    expect(await stand()).toEqual({ approver_needed: true, approvers: 1 });
    expect((await change('40000.00')).body).toEqual({ outcome: 'proposed' });
    expect(await subjectsTo(vera)).toContain('Approval requested: Second approval from');
    const waiting = await waitingFor(vera);
    expect(waiting).toMatchObject({ may_decide: true, author: 'Ada Lund' });
    expect(await waitingFor(finn)).toBeUndefined();
    expect(codeOf(await confirmAs(server, finn, waiting?.id ?? ''))).toBe('http.forbidden');
    expect((await confirmAs(server, vera, waiting?.id ?? '')).status).toBe(200);
    expect(await holds()).toBe('40000.00');
  });

  it('notifies all of compliance, who have not decided', async () => {
    const carl = await server.register({ roles: ['client', 'compliance'] });
    await change('50000.00');
    expect((await confirmAs(server, vera, (await waitingFor(vera))?.id ?? '')).status).toBe(200);
    expect(await subjectsTo(carl)).toContain('Setting change approved: Second approval from');
    await give(carl);
  });

  it('is requested by no one but an administrator', async () => {
    const body = {
      key,
      value: '1',
      version: await versionOf(),
      reason: 'mine',
      current_password: vera.password,
    } as const;
    expect(codeOf(await server.call('POST /api/staff/settings/protected', { as: vera, body }))).toBe('http.forbidden');
  });
});

describe('the database', () => {
  /** Past the checks of the code, as the role that serves people. */
  const write = async (byId: string | null, of: string = key, db = server.app.db) =>
    db.run(sql`
      insert into setting_version (id, key, number, was, value, by_id, reason, created_at)
      select ${newId()}, ${of}, coalesce(max(number), 0) + 1, '"1"', '"2"', ${byId}, 'alone', ${server.clock.now()}
      from setting_version where key = ${of}`);

  it('refuses a version without the second person, whichever role that person has', async () => {
    await expect(write(ada.user.id)).rejects.toThrow('lacks a second person');
    await give(vera);
    await expect(write(ada.user.id)).rejects.toThrow('lacks a second person');
    await give(vera, 'compliance');
  });

  it('refuses the confirmation of finance where there is compliance', async () => {
    await change('60000.00');
    const decide = (by: Session) =>
      server.app.db.run(sql`
        update approval_request set state = 'approved', decided_by = ${by.user.id}, decided_at = ${server.clock.now()}
        where kind = 'setting' and state = 'open'`);
    await expect(decide(finn)).rejects.toThrow('not approved by a second person: no_role');
    await expect(decide(vera)).resolves.toBe(1);
  });

  it('refuses any version without an author, but from the owner of the tables', async () => {
    await expect(write(null)).rejects.toThrow('lacks an author');
    await expect(write(null, 'brand.name')).rejects.toThrow('lacks an author');
    await expect(write(null, key, server.db)).resolves.toBe(1);
  });
});

describe('past the program', () => {
  let gil: Session;
  beforeAll(async () => {
    for (const whom of [vera, finn]) await give(whom);
    gil = await server.register();
    await gaveRole(server, ada, gil, 10);
  });

  it.each([
    ['dated back', sql`update approval_request set decided_at = decided_at - interval '1 minute' where kind = 'role'`],
    ['deleted', sql`delete from approval_request where kind = 'role'`],
  ])('no person acts alone where a request about roles is %s', async (_, change) => {
    await give(gil);
    expect(await stand()).toEqual({ approver_needed: false, approvers: 0 });
    const undo = await copied();
    await forge(server.ownerUrl, change);
    expect(await stand()).toEqual({ approver_needed: true, approvers: 0 });
    await undo();
  });

  /** Returns what puts the requests about roles back. */
  async function copied() {
    await server.db.run(
      sql`create table copy_of_requests as select ${requestColumns} from approval_request where kind = 'role'`,
    );
    return async () => {
      await forge(
        server.ownerUrl,
        sql`delete from approval_request where kind = 'role'`,
        sql`insert into approval_request (${requestColumns}) select ${requestColumns} from copy_of_requests`,
        sql`drop table copy_of_requests`,
      );
    };
  }
});
