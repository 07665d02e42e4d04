import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, type EndpointName } from '#contract/api.ts';
import { impersonationHeader, impersonationMinutes } from '#contract/kernel/constants.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { sql } from '#server/platform/db/sql.ts';
import { registerBen, type Ben } from '#test/money/second-client.ts';
import { headersOf } from '#test/browser.ts';
import { emailsTo } from '#test/mailbox.ts';
import { idFields, samplesOf, type IdField } from '#test/endpoints/sample-calls.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { goodPassword, startServer, type RefusalBody, type Session, type TestServer } from '#test/server.ts';

const endpoints = Object.entries(api) as [EndpointName, Endpoint][];
const keyed = ({ guard }: Endpoint) => typeof guard === 'object' && 'scope' in guard;
const readable = endpoints.filter(
  ([, { underImpersonation }]) => underImpersonation === 'client' || underImpersonation === 'reports',
);
/** Mail programs call one that is no call of ours and has no session. */
const closed = endpoints.filter(
  ([, endpoint]) => !endpoint.underImpersonation && !keyed(endpoint) && /^\S+ \/(api|pusher)\//.test(endpoint.route),
);
/** The same for every client, or selected by ids that do not exist or by times. */
const withoutOwner = /^(articles|market|economy)\.|^(ipo\.basis|legal\.show)$/;

let server: TestServer;
let ben: Ben;
let clerk: Session;

beforeAll(async () => {
  server = await startServer();
  ben = await registerBen(server);
  clerk = await server.register({ roles: ['client', 'support'] });
});
afterAll(() => server.close());

const start = (as: Session, client = ben.session.user.id, more: object = {}) =>
  server.call('POST /api/staff/clients/impersonate', {
    as,
    body: { client_id: client, reason: 'He asked what he sees.', current_password: goodPassword, ...more },
  });
const end = (as: Session) => server.call('POST /api/staff/impersonation/end', { as, body: {} });
const notified = async (as: Session) => (await server.call('POST /api/client-info', { as, body: {} })).body;
const impersonationOf = async (as: Session) => {
  const user = await notified(as);
  return 'impersonation' in user ? user.impersonation : null;
};
const under = async (as: Session) => ({ [impersonationHeader]: (await impersonationOf(as))?.id ?? 'none' });
const fresh = (...roles: Session['user']['roles']) => server.register({ roles: ['client', ...roles] });
const codeOf = ({ refusal }: { refusal: RefusalBody }) =>
  Object.values(refusal.errors ?? {})[0]?.[0]?.code ?? refusal.code;

/** The tables that calls themselves write, or that belong to the caller’s own session. */
const passing = ['session', 'rate_window', 'job', 'demo_clock', 'security_event'];

/** Every other row that there is. */
async function everything(): Promise<unknown> {
  const tables = await server.db.rows<{ name: string }>(sql`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all(${passing}) order by 1`);
  const each = tables.map(
    ({ name }) =>
      `select '${name}' as name, count(*)::int as rows, md5(string_agg(t::text, '' order by t::text)) as content from "${name}" t`,
  );
  return server.db.rows(sql`${raw(each.join(' union all '))} order by name`);
}

async function send(
  as: Session,
  endpoint: Endpoint,
  call: Record<'params' | 'query' | 'body', object>,
  impersonation: string,
) {
  await server.db.run(sql`delete from rate_window`);
  const [method = 'GET', pattern = ''] = endpoint.route.split(' ');
  const values = call.params as Record<string, string>;
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? 'x'));
  const response = await fetch(
    `${server.url}${path}?${new URLSearchParams(call.query as Record<string, string>).toString()}`,
    {
      method,
      headers: {
        ...headersOf(as),
        [impersonationHeader]: impersonation,
        ...(method === 'POST'
          ? { 'content-type': endpoint.body ? 'application/json' : 'application/octet-stream' }
          : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(call.body) } : {}),
    },
  );
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') ?? false;
  return { status: response.status, code: isJson ? (JSON.parse(text) as RefusalBody).code : undefined, text };
}

describe('beginning a watch', () => {
  it('refuses in the order of the contract', async () => {
    const [admin, other] = [await fresh('admin'), await fresh('support')];
    expect(codeOf(await start(admin, crypto.randomUUID()))).toBe('http.not_found');
    expect(codeOf(await start(admin, admin.user.id))).toBe('staff.own_profile');
    expect(codeOf(await start(admin, other.user.id))).toBe('staff.impersonation_of_staff');
    expect(codeOf(await start(admin, undefined, { current_password: 'not his' }))).toBe('auth.current_password');
    await setUpTotp(server, admin);
    expect(codeOf(await start(admin, undefined, { code: '000000' }))).toBe('auth.code');
    expect(codeOf(await start(await fresh('finance')))).toBe('http.forbidden');
    expect(codeOf(await start(await server.register()))).toBe('http.forbidden');
    expect(await server.db.rows(sql`select 1 from impersonation`)).toEqual([]);
  });

  it('starts once for any number of concurrent calls, and never a second next to the first', async () => {
    const admin = await fresh('admin');
    const elsewhere = await server.signIn({ email: admin.user.email });
    const mia = await server.register();
    const many = await Promise.all([
      ...Array.from({ length: 3 }, () => start(admin)),
      ...Array.from({ length: 3 }, () => start(elsewhere, mia.user.id)),
    ]);
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
    const [isHere, isThere] = [await impersonationOf(admin), await impersonationOf(elsewhere)];
    expect([isHere, isThere].filter(Boolean)).toHaveLength(1);
    const [watching, free] = isHere ? [admin, elsewhere] : [elsewhere, admin];
    expect(codeOf(await start(free))).toBe('staff.impersonating');
    expect(codeOf(await start(watching))).toBe('staff.impersonation_read_only');
    await end(watching);
    expect((await start(free)).status).toBe(200);
    await end(free);
  });

  it('is recorded with its reason, and the client sees it and is notified', async () => {
    const reason = 'The balance looks wrong to her.';
    const ida = await server.register();
    await start(clerk, ida.user.id, { reason });
    await end(clerk);
    const { body: actions } = await server.call('POST /api/settings/activity', { as: ida, body: {} });
    expect(actions.map(({ action, reason: why }) => [action, why])).toEqual([
      ['staff.end_impersonation', null],
      ['staff.start_impersonation', reason],
    ]);
    expect((await emailsTo(server, ida.user.email)).map(({ subject }) => subject)).toContain(
      'Our team viewed your client area',
    );
  });
});

describe('while it lasts', () => {
  let impersonation: string;
  let ids: string[];
  beforeAll(async () => {
    const started = await start(clerk);
    if (started.status !== 200) throw new Error(JSON.stringify(started.refusal));
    impersonation = (await impersonationOf(clerk))?.id ?? '';
    const offerings = await server.db.rows<{ id: string }>(sql`select id from ipo_offering`);
    ids = [...Object.values(ben.ids), ...offerings.map(({ id }) => id)];
    await server.drain();
  });
  afterAll(() => end(clerk));

  it('shows the client, with the reason and the end', async () => {
    expect(await notified(clerk)).toMatchObject({
      id: ben.session.user.id,
      role: 'client',
      impersonation: { reason: 'He asked what he sees.' },
    });
    const { body } = await server.call('POST /api/wallets', {
      as: clerk,
      body: {},
      headers: { [impersonationHeader]: impersonation },
    });
    expect(body.map(({ id }) => id)).toContain(ben.ids['his wallet']);
  });

  it.each(closed)('refuses %s', async (_, endpoint) => {
    const { code } = await send(clerk, endpoint, { params: {}, query: {}, body: {} }, impersonation);
    const isAway = endpoint.beforeOpening === 'only' || (endpoint.demoOnly && !server.config.demo);
    expect(code).toBe(isAway ? 'http.not_found' : 'staff.impersonation_read_only');
  });

  it('sends no file, and nothing whose name says that it changes something', () => {
    const names = readable.map(([name]) => name);
    expect(names.filter((name) => /file|statement|receipt|data|chat|room|message|say|verification/.test(name))).toEqual(
      [],
    );
  });

  it.each(readable)('reads and changes nothing by %s', async (name, endpoint) => {
    const none: IdField = { part: 'body', path: [] };
    const fields = [none, ...idFields(endpoint)];
    const wallet = ben.ids['his wallet'] ?? '';
    const before = await everything();
    const responses = [];
    for (const field of fields)
      for (const own of field === none ? [''] : ids)
        for (const call of samplesOf(endpoint, field, own, wallet))
          responses.push(await send(clerk, endpoint, call, impersonation));
    await server.drain();
    expect(await everything()).toEqual(before);
    expect(responses.map(({ code }) => code)).not.toContain('staff.impersonation_read_only');
    const found = withoutOwner.test(name) ? [] : [200];
    expect(responses.map(({ status }) => status)).toEqual(expect.arrayContaining(found));
  });

  it('refuses a page that does not name it, and one that names another', async () => {
    const request = (headers: Record<string, string>, as = clerk) =>
      server.call('POST /api/wallets', { as, body: {}, headers });
    expect(codeOf(await request({}))).toBe('staff.impersonation_changed');
    expect(codeOf(await request({ [impersonationHeader]: crypto.randomUUID() }))).toBe('staff.impersonation_changed');
    const elsewhere = await server.signIn({ email: clerk.user.email });
    expect((await request({}, elsewhere)).status).toBe(200);
    expect(codeOf(await request({ [impersonationHeader]: impersonation }, elsewhere))).toBe(
      'staff.impersonation_changed',
    );
  });
});

describe('the end of a watch', () => {
  const lastEnd = async (staff: Session) =>
    server.db.one<{ endedAt: Date | null; endsAt: Date; ends: number }>(sql`
      select ended_at as "endedAt", ends_at as "endsAt",
             (select count(*)::int from audit_entry where action = 'staff.end_impersonation' and actor_id = ${staff.user.id}) as ends
      from impersonation where staff_id = ${staff.user.id} order by started_at desc, id desc limit 1`);

  it('ends by itself', async () => {
    const admin = await fresh('admin');
    await start(admin);
    const before = await under(admin);
    server.clock.advance(impersonationMinutes * 60_000);
    expect(await notified(admin)).toMatchObject({ id: admin.user.id, impersonation: null });
    const stale = await server.call('POST /api/wallets', { as: admin, body: {}, headers: before });
    expect(codeOf(stale)).toBe('staff.impersonation_changed');
    await server.app.jobs.run('staff.end_impersonations');
    await server.app.jobs.run('staff.end_impersonations');
    const { endedAt, endsAt, ends } = await lastEnd(admin);
    expect([endedAt, ends]).toEqual([endsAt, 1]);
  });

  it('comes with the session', async () => {
    const admin = await fresh('admin');
    await start(admin);
    expect((await server.call('POST /api/logout', { as: admin, body: {} })).status).toBe(200);
    const again = await server.signIn({ email: admin.user.email });
    expect(await impersonationOf(again)).toBe(null);
    expect((await start(again)).status).toBe(200);
    expect(await lastEnd(admin)).toMatchObject({ endedAt: null, ends: 1 });
    await end(again);
    expect((await end(again)).status).toBe(200);
    expect((await lastEnd(admin)).ends).toBe(2);
  });

  it('ends when the client joins the staff', async () => {
    const [admin, ida] = [await fresh('admin'), await server.register()];
    await start(admin, ida.user.id);
    const headers = await under(admin);
    await server.db.run(sql`update person set roles = '{client,finance}' where id = ${ida.user.id}`);
    expect(codeOf(await server.call('POST /api/wallets', { as: admin, body: {}, headers }))).toBe('http.forbidden');
    await end(admin);
  });
});

it('shows a client no other client, whatever row is in the database', async () => {
  const [forger, now] = [await fresh(), server.clock.now()];
  const { id } = await server.db.one<{ id: string }>(
    sql`select id from session where person_id = ${forger.user.id} order by created_at desc limit 1`,
  );
  await server.db.run(sql`
    insert into impersonation (id, staff_id, client_id, session_id, reason, started_at, ends_at)
    values (gen_random_uuid(), ${forger.user.id}, ${ben.session.user.id}, ${id}, 'Forged.', ${now}, ${new Date(now.getTime() + 60_000)})`);
  expect(await notified(forger)).toMatchObject({ id: forger.user.id });
});
