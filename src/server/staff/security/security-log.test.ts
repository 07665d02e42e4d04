import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let auditor: Session;
beforeAll(async () => {
  server = await startServer();
  auditor = await server.register({ roles: ['client', 'compliance'] });
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.app.securityLog.write();
  await server.db.run(sql`delete from security_event`);
  await server.db.run(sql`delete from rate_window`);
});

const fail = (email: string, as = server.browser()) =>
  server.call('POST /api/login', { as, body: { email, password: 'not the password' } });
const log = async (filter: object = {}) => {
  await server.app.securityLog.write();
  return (await server.call('POST /api/staff/security', { as: auditor, body: filter })).body.entries;
};
const factsOf = (entries: Awaited<ReturnType<typeof log>>) =>
  entries.map(({ kind, code, endpoint, client, times }) => [kind, code, endpoint, client?.id ?? null, times]);

it('stores failed sign-ins with time, profile, address and device, and nothing that was typed', async () => {
  const { user } = await server.register();
  const as = server.browser();
  for (let nth = 0; nth < 3; nth += 1) await fail(user.email, as);
  await fail('nobody-with-this@example.com', as);
  const entries = await log();
  expect(new Set(factsOf(entries))).toEqual(
    new Set([
      ['sign_in', 'auth.credentials', 'auth.login', null, 1],
      ['sign_in', 'auth.credentials', 'auth.login', user.id, 3],
    ]),
  );
  expect(entries[0]).toMatchObject({
    address: as.address,
    at: server.clock.now().toISOString(),
    message: server.app.text('en', 'errors.auth_credentials'),
  });
  const rows = JSON.stringify(await server.db.rows(sql`select * from security_event`));
  expect(rows).not.toMatch(/nobody-with|not the password/);
});

it('has no words for a code of an earlier version, nor for one whose values are not stored', async () => {
  const { user } = await server.register();
  await fail(user.email);
  await server.app.securityLog.write();
  for (const code of ['auth.former', 'http.too_many']) {
    await server.db.run(sql`update security_event set code = ${code}`);
    expect(await log()).toMatchObject([{ code, message: null }]);
  }
});

it('shows whose profile was tried, also where another person is signed in', async () => {
  const [ida, thief] = [await server.register(), await server.register()];
  await fail(ida.user.email, thief);
  const entries = await log();
  expect(factsOf(entries)).toContainEqual(['sign_in', 'auth.credentials', 'auth.login', ida.user.id, 1]);
  expect(factsOf(entries).map(([, , , whose]) => whose)).not.toContain(thief.user.id);
});

it('stores lock-outs, second factors that fail, and calls without the role', async () => {
  const ida = await server.register();
  const app = await setUpTotp(server, ida);
  const as = server.browser();
  const { body } = await server.call('POST /api/login', {
    as,
    body: { email: ida.user.email, password: ida.password },
  });
  const challenge = 'challenge' in body ? body.challenge : '';
  await server.call('POST /api/login/second-factor', { as, body: { challenge, code: '000000' } });
  await server.call('POST /api/settings/password', {
    as: ida,
    body: { current_password: 'no', password: 'x', password_confirmation: 'x', code: app.code() },
  });
  for (let nth = 0; nth < 6; nth += 1) await fail(ida.user.email, as);
  await server.call('POST /api/staff/team', { as: ida, body: {} });
  const kinds = (await log()).map(({ kind, client }) => [kind, client?.id]);
  for (const kind of ['factor', 'locked', 'sign_in', 'access']) expect(kinds).toContainEqual([kind, ida.user.id]);
});

it('is seen by auditors alone, found by kind, person and address, and exported as a file', async () => {
  const [ida, mia] = [await server.register(), await server.register()];
  const [here, there] = [server.browser(), server.browser()];
  await fail(ida.user.email, here);
  await fail(mia.user.email, there);
  expect(factsOf(await log({ client: ida.user.email }))).toHaveLength(1);
  expect((await log({ address: there.address })).map(({ client }) => client?.id)).toEqual([mia.user.id]);
  expect(await log({ kind: 'access' })).toEqual([]);
  expect(await log({ to: '2026-03-01' })).toEqual([]);
  const file = await server.call('GET /api/staff/security/file', { as: auditor, query: { client: ida.user.email } });
  expect(file.body).toContain(ida.user.id);
  const support = await server.register({ roles: ['client', 'support'] });
  expect((await server.call('POST /api/staff/security', { as: support, body: {} })).refusal.code).toBe(
    'http.forbidden',
  );
});

it('notifies the client of failures at their own profile, those of a day from one address in one line', async () => {
  const ida = await server.register();
  const as = server.browser();
  await fail(ida.user.email, as);
  server.clock.advance(60_000);
  await fail(ida.user.email, as);
  await server.app.securityLog.write();
  const { body } = await server.call('POST /api/settings/activity', { as: ida, body: {} });
  expect(body).toMatchObject([{ action: 'security.sign_in', address: as.address, times: 2, reason: null }]);
  const other = await server.register();
  expect((await server.call('POST /api/settings/activity', { as: other, body: {} })).body).toEqual([]);
});

/** Refusals that are noted at once, each at a profile of another name. */
function flood(times: number, ipOf: (nth: number) => string) {
  const refusal = { code: 'auth.credentials', fields: {} };
  for (let nth = 0; nth < times; nth += 1) {
    const body = { email: `guess-${nth}@example.com` };
    const request = {
      me: null,
      ip: ipOf(nth),
      headers: {},
      body,
      routeOptions: { config: { endpoint: 'auth.login' } },
    };
    server.app.securityLog.note(refusal as never, request as never);
  }
}

it.each([
  ['address', () => '203.0.113.5', '203.0.113.5'],
  ['network of IPv6', (nth: number) => `2001:db8:1:2::${nth.toString(16)}`, '2001:db8:1:2::/64'],
])('one %s cannot take the capacity of others', async (_, ipOf, address) => {
  flood(2000, ipOf);
  const ida = await server.register();
  const as = server.browser();
  await fail(ida.user.email, as);
  expect(factsOf(await log({ address: as.address }))).toEqual([
    ['sign_in', 'auth.credentials', 'auth.login', ida.user.id, 1],
  ]);
  const rows = await server.db.rows<{ address: string; times: number }>(
    sql`select address, times from security_event where person_id is null order by times desc`,
  );
  expect(rows[0]?.address).toBe(address);
  expect(rows[0]?.times).toBeGreaterThanOrEqual(1900);
  expect(rows.reduce((sum, { times }) => sum + times, 0)).toBe(2000);
});

it('writes what can be written, also when a line cannot', async () => {
  const [first, approver, third] = [await server.register(), await server.register(), await server.register()];
  await server.db.run(sql`update person set second_name = 'Unwritable' where id = ${approver.user.id}`);
  await server.db.run(sql`
    create function refuse_it() returns trigger language plpgsql as $$ begin
      if exists (select from person where id = new.person_id and second_name = 'Unwritable') then raise exception 'not this one'; end if;
      return new;
    end $$`);
  await server.db.run(
    sql`create trigger refusing before insert on security_event for each row execute function refuse_it()`,
  );
  for (const { user } of [first, approver, third]) await fail(user.email);
  const entries = await log();
  await server.db.run(sql`drop trigger refusing on security_event`);
  await server.db.run(sql`drop function refuse_it`);
  expect(new Set(entries.map(({ client }) => client?.id))).toEqual(new Set([first.user.id, third.user.id]));
});

it('stays small in a flood, and is deleted in time', async () => {
  flood(5000, (nth) => `10.9.${nth >> 8}.${nth & 255}`);
  await server.app.securityLog.write();
  const sizes = () =>
    server.db.one<{ rows: number; times: number }>(
      sql`select count(*)::int as rows, coalesce(sum(times), 0)::int as times from security_event`,
    );
  const { rows, times } = await sizes();
  expect([rows <= 501, times]).toEqual([true, 5000]);
  await server.app.jobs.run('platform.purge_security_log');
  expect(await sizes()).toMatchObject({ rows });
  server.clock.advance(181 * 86_400_000);
  await server.app.jobs.run('platform.purge_security_log');
  expect(await sizes()).toEqual({ rows: 0, times: 0 });
});
