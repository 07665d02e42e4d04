import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { agreed, newApplicant, openOffering } from '#test/ipo/offerings.ts';
import { emailsTo } from '#test/mailbox.ts';
import { asker, codeOf } from '#test/money/payments.ts';
import { confirmAs, proposeRoles, waitingFor } from '#test/compliance/approvals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { dayAhead, permitDealing, proposeDealing } from '#test/compliance/staff-dealing.ts';

/** Exceptions by which staff who see offerings deal on their own account: proposed, approved, marked, and withdrawn. */
let server: TestServer;
let carl: Session;
let vera: Session;
let adam: Session;

beforeAll(async () => {
  server = await startServer();
  carl = await server.register({ first_name: 'Carl', roles: ['client', 'compliance'] });
  vera = await server.register({ first_name: 'Vera', roles: ['client', 'compliance'] });
  adam = await server.register({ first_name: 'Adam', roles: ['client', 'admin'] });
});
afterAll(() => server.close());
beforeEach(() => server.db.run(sql`delete from rate_window`));

/** A member of staff with money, who could apply. */
async function colleague(): Promise<Session> {
  const { session } = await newApplicant(server);
  await server.db.run(sql`update person set roles = '{client,finance}' where id = ${session.user.id}`);
  return session;
}
const card = async ({ user }: Session, as = carl) =>
  (await server.call('POST /api/staff/clients/card', { as, body: { client_id: user.id } })).body;
const end = (as: Session, exception_id: string) =>
  server.call('POST /api/staff/clients/dealing/end', {
    as,
    body: { exception_id, reason: 'The offering is priced.', current_password: as.password },
  });
const exceptionOf = async (whom: Session) => (await card(whom)).dealing.exceptions[0]?.id ?? newId();
const apply = (as: Session, stockId: string) => asker(server)('POST /api/ipo/buy', as, agreed(stockId, 10));
const list = async (as: Session, client_id: string) =>
  (await server.call('POST /api/staff/approvals', { as, body: { client_id } })).body.approval_requests;

describe('an exception', () => {
  it('takes effect once a second person approves it, is shown and marked, and can be ended by one', async () => {
    const whom = await colleague();
    const offering = await openOffering(server);
    expect((await card(whom)).dealing).toEqual({ restricted: true, restricted_until: null, exceptions: [] });
    expect((await proposeDealing(server, carl, whom, { scope: 'offerings', stock_id: offering })).status).toBe(200);
    const [approvalRequest] = await list(vera, whom.user.id);
    expect(approvalRequest).toMatchObject({
      kind: 'staff_dealing',
      value: { scope: 'offerings', offering: { id: offering }, until: dayAhead(server, 30) },
      may_decide: true,
    });
    expect(codeOf(await apply(whom, offering))).toBe('staff.dealing');
    expect((await confirmAs(server, vera, approvalRequest?.id ?? '')).status).toBe(200);
    expect((await card(whom)).dealing.exceptions).toMatchObject([
      { scope: 'offerings', until: dayAhead(server, 30), proposed_by: 'Carl Berg', approved_by: 'Vera Berg' },
    ]);
    const { body: applied } = await apply(whom, offering);
    const other = await newApplicant(server);
    await apply(other.session, offering);
    await expectMarked(offering, whom);
    expect((await end(carl, await exceptionOf(whom))).status).toBe(200);
    const raised = { application_id: applied.id, quantity: 20 };
    expect(codeOf(await asker(server)('POST /api/ipo/amend', whom, raised))).toBe('staff.dealing');
    // The mark stays with the application, also when the person has left for long.
    await server.db.run(sql`update person set roles = '{client}' where id = ${whom.user.id}`);
    await server.db.run(sql`alter table person disable trigger person_left_staff`);
    await server.db.run(sql`update person set left_staff_at = null where id = ${whom.user.id}`);
    await server.db.run(sql`alter table person enable trigger person_left_staff`);
    await expectMarked(offering, whom);
  });

  async function expectMarked(stock_id: string, whom: Session): Promise<void> {
    const { body } = await server.call('POST /api/staff/ipo/book', { as: adam, body: { stock_id } });
    expect(body.applications.map(({ client, by_staff }) => [client.id === whom.user.id, by_staff])).toEqual([
      [false, false],
      [true, true],
    ]);
    const file = await server.call('GET /api/staff/ipo/book/file', { as: adam, query: { stock_id } });
    const [head = '', ...rows] = file.body.trim().split('\r\n');
    const at = head.split(',').indexOf('by_staff');
    expect(rows.map((row) => row.split(',')[at])).toEqual(['no', 'yes']);
  }

  it('notifies the person, administrators and compliance, and is in the audit log', async () => {
    const whom = await colleague();
    await permitDealing(server, [carl, vera], whom, { scope: 'accounts' });
    await end(carl, await exceptionOf(whom));
    const subjects = async ({ user }: Session) => (await emailsTo(server, user.email)).map(({ subject }) => subject);
    const [allowed, ended] = [
      'Ida Berg can now deal on their own account',
      'Ida Berg can no longer deal on their own account',
    ];
    for (const notified of [adam, whom])
      expect(await subjects(notified)).toEqual(expect.arrayContaining([allowed, ended]));
    expect(await subjects(vera)).toContain(ended);
    const rows = await server.db.rows<{ action: string; details: object }>(sql`
      select action, details from audit_entry where client_id = ${whom.user.id} and action like 'staff.%dealing' order by id`);
    expect(rows).toMatchObject([
      { action: 'staff.allow_dealing', details: { about: 'dealing_accounts', proposed_by: 'Carl Berg' } },
      { action: 'staff.end_dealing', details: { about: 'dealing_accounts', reason: 'The offering is priced.' } },
    ]);
    expect(codeOf(await end(vera, newId()))).toBe('http.not_found');
  });

  it('is never proposed, approved or ended by the person, and lasts a year at most', async () => {
    const whom = await colleague();
    await server.db.run(sql`update person set roles = '{client,compliance}' where id = ${whom.user.id}`);
    expect(codeOf(await proposeDealing(server, whom, whom, { scope: 'accounts' }))).toBe('staff.own_profile');
    const stock_id = newId();
    expect(codeOf(await proposeDealing(server, carl, whom, { scope: 'offerings', stock_id }))).toBe('http.not_found');
    for (const days of [-1, 366]) {
      const until = dayAhead(server, days);
      expect(codeOf(await proposeDealing(server, carl, whom, { scope: 'accounts', until }))).toBe(
        'staff.dealing_until',
      );
    }
    expect((await proposeDealing(server, carl, whom, { scope: 'accounts', until: dayAhead(server, 365) })).status).toBe(
      200,
    );
    expect(codeOf(await proposeDealing(server, vera, whom, { scope: 'accounts' }))).toBe('approvals.request_open');
    const id = await waitingFor(server, whom.user.id, 'staff_dealing');
    expect(codeOf(await confirmAs(server, whom, id))).toBe('staff.own_profile');
    expect(codeOf(await confirmAs(server, carl, id))).toBe('approvals.own_request');
    expect((await confirmAs(server, vera, id)).status).toBe(200);
    const exception = await exceptionOf(whom);
    expect(codeOf(await end(whom, exception))).toBe('staff.own_profile');
    expect((await end(carl, exception)).status).toBe(200);
    expect(codeOf(await end(carl, exception))).toBe('staff.dealing_over');
  });

  it('is refused by the database without its approved request, longer than a year, or when it is changed', async () => {
    const whom = await colleague();
    await permitDealing(server, [carl, vera], whom, { scope: 'accounts', until: dayAhead(server, 5) });
    const proposed = sql`select id from approval_request where client_id = ${whom.user.id}`;
    const write = (scope: string, until: string) => sql`
      insert into dealing_exception (id, client_id, scope, until, approval_request_id, started_at)
      select ${newId()}, ${whom.user.id}, ${scope}, ${until}, (${proposed}), ${server.clock.now()}`;
    const tries = [write('offerings', dayAhead(server, 5)), write('accounts', dayAhead(server, 6))];
    for (const attempt of tries)
      await expect(server.app.db.run(attempt)).rejects.toMatchObject({ constraint: 'dealing_exception_is_approved' });
    const changes = [
      sql`update dealing_exception set until = until + 1 where client_id = ${whom.user.id}`,
      sql`delete from dealing_exception where client_id = ${whom.user.id}`,
    ];
    for (const change of changes) await expect(server.db.run(change)).rejects.toMatchObject({ code: '23001' });
  });
});

describe('an approval request for roles', () => {
  it('warns of accounts and applications, and only of roles that see offerings', async () => {
    const { session } = await newApplicant(server);
    await apply(session, await openOffering(server));
    await asker(server)('POST /api/trading-account/create', session, { currency_id: 'USD' });
    await proposeRoles(server, adam, session, ['support']);
    const [approvalRequest] = await list(carl, session.user.id);
    expect(approvalRequest).toMatchObject({ kind: 'role', holds: { accounts: 1, applications: 1 } });
    const plain = await server.register();
    await proposeRoles(server, adam, plain, ['support']);
    expect((await list(carl, plain.user.id))[0]).toMatchObject({ kind: 'role', holds: null });
  });
});
