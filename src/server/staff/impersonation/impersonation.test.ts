import { raw } from 'sql-template-tag';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api, type EndpointName } from '#contract/api.ts';
import { watchHeader, watchMinutes } from '#contract/constants.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { sql } from '#server/platform/db/sql.ts';
import { registerBen, type Ben } from '#test/second-client.ts';
import { headersOf } from '#test/browser.ts';
import { mailsTo } from '#test/mailbox.ts';
import { idFields, samplesOf, type IdField } from '#test/sample.ts';
import { setUpTotp } from '#test/second-factor.ts';
import { goodPassword, startServer, type RefusalBody, type Session, type TestServer } from '#test/server.ts';

const endpoints = Object.entries(api) as [EndpointName, Endpoint][];
const keyed = ({ guard }: Endpoint) => typeof guard === 'object' && 'scope' in guard;
const readable = endpoints.filter(([, { underWatch }]) => underWatch === 'client' || underWatch === 'tells');
/** Mail programs call one that is no call of ours and knows no session. */
const closed = endpoints.filter(
  ([, endpoint]) => !endpoint.underWatch && !keyed(endpoint) && /^\S+ \/(api|pusher)\//.test(endpoint.route),
);
/** The same for everybody, and asked for by what is not there or by times. */
const ofTheHouse = /^(articles|market|economy)\.|^(ipo\.basis|legal\.show)$/;

let server: TestServer;
let ben: Ben;
let clerk: Session;

beforeAll(async () => {
  server = await startServer();
  ben = await registerBen(server);
  clerk = await server.register({ roles: ['client', 'support'] });
});
afterAll(() => server.close());

const begin = (as: Session, client = ben.session.user.id, more: object = {}) =>
  server.call('POST /api/staff/clients/watch', {
    as,
    body: { client_id: client, reason: 'He asked what he sees.', current_password: goodPassword, ...more },
  });
const end = (as: Session) => server.call('POST /api/staff/watch/end', { as, body: {} });
const told = async (as: Session) => (await server.call('POST /api/client-info', { as, body: {} })).body;
const watchOf = async (as: Session) => {
  const user = await told(as);
  return 'watch' in user ? user.watch : null;
};
const under = async (as: Session) => ({ [watchHeader]: (await watchOf(as))?.id ?? 'none' });
const fresh = (...roles: Session['user']['roles']) => server.register({ roles: ['client', ...roles] });
const codeOf = ({ refusal }: { refusal: RefusalBody }) =>
  Object.values(refusal.errors ?? {})[0]?.[0]?.code ?? refusal.code;

/** What calls of their own accord count, or keep for the caller’s own session. */
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

async function send(as: Session, endpoint: Endpoint, call: Record<'params' | 'query' | 'body', object>, watch: string) {
  await server.db.run(sql`delete from rate_window`);
  const [method = 'GET', pattern = ''] = endpoint.route.split(' ');
  const values = call.params as Record<string, string>;
  const path = pattern.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? 'x'));
  const answer = await fetch(
    `${server.url}${path}?${new URLSearchParams(call.query as Record<string, string>).toString()}`,
    {
      method,
      headers: {
        ...headersOf(as),
        [watchHeader]: watch,
        ...(method === 'POST'
          ? { 'content-type': endpoint.body ? 'application/json' : 'application/octet-stream' }
          : {}),
      },
      ...(method === 'POST' ? { body: JSON.stringify(call.body) } : {}),
    },
  );
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  return { status: answer.status, code: isJson ? (JSON.parse(text) as RefusalBody).code : undefined, text };
}

describe('beginning a watch', () => {
  it('refuses in the order of the contract', async () => {
    const [admin, other] = [await fresh('admin'), await fresh('support')];
    expect(codeOf(await begin(admin, crypto.randomUUID()))).toBe('http.not_found');
    expect(codeOf(await begin(admin, admin.user.id))).toBe('staff.own_profile');
    expect(codeOf(await begin(admin, other.user.id))).toBe('staff.watch_of_staff');
    expect(codeOf(await begin(admin, undefined, { current_password: 'not his' }))).toBe('auth.current_password');
    await setUpTotp(server, admin);
    expect(codeOf(await begin(admin, undefined, { code: '000000' }))).toBe('auth.code');
    expect(codeOf(await begin(await fresh('finance')))).toBe('http.forbidden');
    expect(codeOf(await begin(await server.register()))).toBe('http.forbidden');
    expect(await server.db.rows(sql`select 1 from client_watch`)).toEqual([]);
  });

  it('begins once of any number at once, and never a second beside the first', async () => {
    const admin = await fresh('admin');
    const elsewhere = await server.signIn({ email: admin.user.email });
    const mia = await server.register();
    const many = await Promise.all([
      ...Array.from({ length: 3 }, () => begin(admin)),
      ...Array.from({ length: 3 }, () => begin(elsewhere, mia.user.id)),
    ]);
    expect(many.filter(({ status }) => status === 200)).toHaveLength(1);
    const [isHere, isThere] = [await watchOf(admin), await watchOf(elsewhere)];
    expect([isHere, isThere].filter(Boolean)).toHaveLength(1);
    const [watching, free] = isHere ? [admin, elsewhere] : [elsewhere, admin];
    expect(codeOf(await begin(free))).toBe('staff.watching');
    expect(codeOf(await begin(watching))).toBe('staff.watch_read_only');
    await end(watching);
    expect((await begin(free)).status).toBe(200);
    await end(free);
  });

  it('is written down with its reason, and the client reads it and is told', async () => {
    const reason = 'The balance looks wrong to her.';
    const ida = await server.register();
    await begin(clerk, ida.user.id, { reason });
    await end(clerk);
    const { body: acts } = await server.call('POST /api/settings/activity', { as: ida, body: {} });
    expect(acts.map(({ act, reason: why }) => [act, why])).toEqual([
      ['staff.end_watch', null],
      ['staff.begin_watch', reason],
    ]);
    expect((await mailsTo(server, ida.user.email)).map(({ subject }) => subject)).toContain(
      'Our staff viewed your client area',
    );
  });
});

describe('while it lasts', () => {
  let watch: string;
  let ids: string[];
  beforeAll(async () => {
    const begun = await begin(clerk);
    if (begun.status !== 200) throw new Error(JSON.stringify(begun.refusal));
    watch = (await watchOf(clerk))?.id ?? '';
    const offerings = await server.db.rows<{ id: string }>(sql`select id from ipo_offering`);
    ids = [...Object.values(ben.ids), ...offerings.map(({ id }) => id)];
    await server.drain();
  });
  afterAll(() => end(clerk));

  it('shows the client, with the reason and the end', async () => {
    expect(await told(clerk)).toMatchObject({
      id: ben.session.user.id,
      role: 'client',
      watch: { reason: 'He asked what he sees.' },
    });
    const { body } = await server.call('POST /api/wallets', { as: clerk, body: {}, headers: { [watchHeader]: watch } });
    expect(body.map(({ id }) => id)).toContain(ben.ids['his wallet']);
  });

  it.each(closed)('refuses %s', async (_, endpoint) => {
    const { code } = await send(clerk, endpoint, { params: {}, query: {}, body: {} }, watch);
    const isAway = endpoint.beforeOpening === 'only' || (endpoint.demoOnly && !server.config.demo);
    expect(code).toBe(isAway ? 'http.not_found' : 'staff.watch_read_only');
  });

  it('hands out no file, and nothing whose name says that it changes something', () => {
    const names = readable.map(([name]) => name);
    expect(names.filter((name) => /file|statement|receipt|data|chat|room|message|say|verification/.test(name))).toEqual(
      [],
    );
  });

  it.each(readable)('reads and changes nothing by %s', { timeout: 60_000 }, async (name, endpoint) => {
    const none: IdField = { part: 'body', path: [] };
    const fields = [none, ...idFields(endpoint)];
    const wallet = ben.ids['his wallet'] ?? '';
    const before = await everything();
    const answers = [];
    for (const field of fields)
      for (const his of field === none ? [''] : ids)
        for (const call of samplesOf(endpoint, field, his, wallet))
          answers.push(await send(clerk, endpoint, call, watch));
    await server.drain();
    expect(await everything()).toEqual(before);
    expect(answers.map(({ code }) => code)).not.toContain('staff.watch_read_only');
    const found = ofTheHouse.test(name) ? [] : [200];
    expect(answers.map(({ status }) => status)).toEqual(expect.arrayContaining(found));
  });

  it('answers no page that does not know of it, and none that knows of another', async () => {
    const ask = (headers: Record<string, string>, as = clerk) =>
      server.call('POST /api/wallets', { as, body: {}, headers });
    expect(codeOf(await ask({}))).toBe('staff.watch_changed');
    expect(codeOf(await ask({ [watchHeader]: crypto.randomUUID() }))).toBe('staff.watch_changed');
    const elsewhere = await server.signIn({ email: clerk.user.email });
    expect((await ask({}, elsewhere)).status).toBe(200);
    expect(codeOf(await ask({ [watchHeader]: watch }, elsewhere))).toBe('staff.watch_changed');
  });
});

describe('the end of a watch', () => {
  const lastEnd = async (staff: Session) =>
    server.db.one<{ endedAt: Date | null; endsAt: Date; ends: number }>(sql`
      select ended_at as "endedAt", ends_at as "endsAt",
             (select count(*)::int from audit_entry where act = 'staff.end_watch' and actor_id = ${staff.user.id}) as ends
      from client_watch where staff_id = ${staff.user.id} order by begun_at desc, id desc limit 1`);

  it('comes by itself', async () => {
    const admin = await fresh('admin');
    await begin(admin);
    const before = await under(admin);
    server.clock.advance(watchMinutes * 60_000);
    expect(await told(admin)).toMatchObject({ id: admin.user.id, watch: null });
    const stale = await server.call('POST /api/wallets', { as: admin, body: {}, headers: before });
    expect(codeOf(stale)).toBe('staff.watch_changed');
    await server.app.jobs.run('staff.end_watches');
    await server.app.jobs.run('staff.end_watches');
    const { endedAt, endsAt, ends } = await lastEnd(admin);
    expect([endedAt, ends]).toEqual([endsAt, 1]);
  });

  it('comes with the session', async () => {
    const admin = await fresh('admin');
    await begin(admin);
    expect((await server.call('POST /api/logout', { as: admin, body: {} })).status).toBe(200);
    const again = await server.signIn({ email: admin.user.email });
    expect(await watchOf(again)).toBe(null);
    expect((await begin(again)).status).toBe(200);
    expect(await lastEnd(admin)).toMatchObject({ endedAt: null, ends: 1 });
    await end(again);
    expect((await end(again)).status).toBe(200);
    expect((await lastEnd(admin)).ends).toBe(2);
  });

  it('comes when the client begins to work here', async () => {
    const [admin, ida] = [await fresh('admin'), await server.register()];
    await begin(admin, ida.user.id);
    const headers = await under(admin);
    await server.db.run(sql`update client set roles = '{client,finance}' where id = ${ida.user.id}`);
    expect(codeOf(await server.call('POST /api/wallets', { as: admin, body: {}, headers }))).toBe('http.forbidden');
    await end(admin);
  });
});

it('shows a client nobody else, whatever row stands in the database', async () => {
  const [forger, now] = [await fresh(), server.clock.now()];
  const { id } = await server.db.one<{ id: string }>(
    sql`select id from session where client_id = ${forger.user.id} order by created_at desc limit 1`,
  );
  await server.db.run(sql`
    insert into client_watch (id, staff_id, client_id, session_id, reason, begun_at, ends_at)
    values (gen_random_uuid(), ${forger.user.id}, ${ben.session.user.id}, ${id}, 'Forged.', ${now}, ${new Date(now.getTime() + 60_000)})`);
  expect(await told(forger)).toMatchObject({ id: forger.user.id });
});
