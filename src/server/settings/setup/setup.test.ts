import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { api, type EndpointName, type RequestOf } from '#contract/api.ts';
import type { Endpoint } from '#contract/kernel/endpoint.ts';
import { setupEndpoints } from '#contract/settings/setup.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openSettings } from '#server/platform/settings.ts';
import { newId } from '#server/platform/id.ts';
import { hostileFiles } from '#test/files/hostile.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { goodPassword, newApplicant, startServer, type TestServer } from '#test/server.ts';
import { verifySettings } from '../verify-settings.ts';
import { findOrMakeLink } from './link.ts';

/** A fresh installation, as an operator starts it. */
const asItComes = { DEMO: '0', SETUP: '', STAFF_SECOND_FACTOR: '' };

const picture = async () =>
  (
    await sharp({ create: { width: 400, height: 100, channels: 4, background: '#b0241c' } })
      .png()
      .toBuffer()
  ).toString('base64');

/** What the start of a server would print. */
async function invite(server: TestServer): Promise<string> {
  const link = await findOrMakeLink(server.app);
  return link?.address.split('#')[1] ?? 'none';
}

/** It names a password that was not stored. */
const unkept = {
  host: 'mail.nord.example',
  port: 587,
  encryption: 'starttls',
  user: 'company',
  password: newId(),
  sender_name: 'Nord & Co',
  sender_address: 'no-reply@nord.example',
} as const;

type Finish = RequestOf<'POST /api/setup/finish'>['body'];
const filledIn = (change: Partial<Finish> = {}): Omit<Finish, 'token'> => ({
  brand_name: 'Nord & Co',
  brand_company: 'Nord & Co AG\nHafen 4',
  brand_support_email: 'help@nord.example',
  brand_language: 'de',
  brand_color: '#b0241c',
  brand_logo_light: null,
  brand_logo_dark: null,
  currencies_wallets: ['USD', 'EUR'],
  currencies_accounts: ['USD'],
  email_server: null,
  without_email: true,
  ...newApplicant(),
  password: goodPassword,
  password_confirmation: goodPassword,
  terms: true,
  ...change,
});
const finish = (server: TestServer, token: string, change: Partial<Finish> = {}, as = server.browser()) =>
  server.call('POST /api/setup/finish', { as, body: { token, ...filledIn(change) } });
const clients = async ({ db }: TestServer) =>
  (await db.one<{ n: number }>(sql`select count(*)::int as n from person`)).n;

describe('a new installation', () => {
  let server: TestServer;
  let token: string;
  beforeAll(async () => void (server = await startServer({ env: asItComes })));
  afterAll(() => server.close());
  beforeEach(async () => void (token = await invite(server)));

  const marked = (Object.entries(api) as [EndpointName, Endpoint][]).filter(([, one]) => one.beforeOpening);

  it('leaves open what sets it up, and what its page needs', () => {
    expect(marked.map(([name]) => name).toSorted()).toEqual([
      'auth.client_info',
      'legal.list',
      'legal.show',
      'settings.brand_file',
      'setup.add_picture',
      'setup.check',
      'setup.finish',
      'setup.show',
      'setup.store_email_password',
      'setup.test_email',
    ]);
  });

  it('refuses all else', async () => {
    const others = (Object.values(api) as Endpoint[]).filter((one) => !one.beforeOpening);
    const responses = await Promise.all(
      others.map(async ({ route }) => {
        const [method = 'GET', path = ''] = route.split(' ');
        const response = await fetch(server.url + path.replaceAll(/:\w+/g, newId()), {
          method,
          ...(method === 'POST' ? { headers: { 'content-type': 'application/json' }, body: '{}' } : {}),
        });
        return [route, response.status, ((await response.json()) as { code: string }).code];
      }),
    );
    expect(responses).toEqual(others.map(({ route }) => [route, 503, 'settings.not_open']));
  });

  it('admits no socket, and no program of the operator', async () => {
    const { key } = server.config.realtime.credentials;
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/app/${key}?protocol=7`);
    const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage];
    expect(response.statusCode).toBe(503);
    const events = await fetch(`${server.url}/apps/atrium/events`, { method: 'POST', body: '{}' });
    expect(events.status).toBe(503);
  });

  it('reports that it is alive, and that the caller is not signed in', async () => {
    expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
    expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
    expect((await server.call('POST /api/client-info', { as: server.browser(), body: {} })).body).toEqual({
      status: 'failed',
    });
  });

  const refusals = refusalsOf(setupEndpoints);
  const wrong = 'not-the-token';
  refusals.meets('setup.show', () => {
    const as = server.browser();
    const setup = () => server.call('POST /api/setup', { as, body: { token: wrong } });
    const tooMany = async () => {
      for (let n = 0; n < 20; n += 1) await setup();
      return setup();
    };
    return [setup, tooMany];
  });
  refusals.meets('setup.add_picture', async () => {
    const hostile = async (what: string) =>
      Buffer.from((await hostileFiles.find((file) => file.what === what)?.content()) ?? []).toString('base64');
    const broken = Buffer.from(await picture(), 'base64')
      .subarray(0, 60)
      .toString('base64');
    const [large, moving] = [await hostile('a PNG of 50,000 × 50,000'), await hostile('a moving WebP')];
    const add = (content: string, by = token) =>
      server.call('POST /api/setup/picture', { as: server.browser(), body: { token: by, picture: content } });
    return [
      () => add('', wrong),
      () => add(''),
      () => add(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')),
      () => add(broken),
      () => add(large),
      () => add(moving),
    ];
  });
  refusals.meets('setup.test_email', () => {
    const send = (by: string, named = false) =>
      server.call('POST /api/setup/email', {
        as: server.browser(),
        body: { token: by, email: 'ida@example.com', server: named ? unkept : null },
      });
    return [
      () => send(wrong, true),
      () => send(token, true),
      () => send(token),
      async () => {
        const silent = await startServer({ env: { ...asItComes, SMTP_URL: 'smtp://127.0.0.1:9' } });
        const body = { token: await invite(silent), email: 'ida@example.com', server: null };
        const response = await silent.call('POST /api/setup/email', { as: silent.browser(), body });
        await silent.close();
        return response;
      },
    ];
  });
  refusals.meets('setup.store_email_password', () => [
    () =>
      server.call('POST /api/setup/email/password', {
        as: server.browser(),
        body: { token: wrong, host: 'mail.nord.example', password: 'x' },
      }),
  ]);
  const wrongs: [Partial<Finish>, string?][] = [
    [{ currencies_wallets: ['QQQ'] }, wrong],
    [{}, wrong],
    [{ terms: false, password_confirmation: 'b', country: 'ZZ', currencies_wallets: ['EUR'] }],
    [{ password_confirmation: 'b', country: 'ZZ' }],
    [{ password: 'x7!kQ', password_confirmation: 'x7!kQ', country: 'ZZ' }],
    [{ password: 'abcabcabcabc', password_confirmation: 'abcabcabcabc' }],
    [{ password: 'Nord & Co rules', password_confirmation: 'Nord & Co rules' }],
    [{ password: 'qwertyuiop', password_confirmation: 'qwertyuiop' }],
    [{ country: 'ZZ', brand_logo_light: newId() }],
    [{ brand_logo_light: newId(), currencies_accounts: ['EUR'] }],
    [{ currencies_accounts: ['EUR'], email_server: unkept }],
    [{ currencies_accounts: ['AUD', 'USD'], email_server: unkept }],
    [{ email_server: unkept }],
    [{ without_email: false }],
  ];
  refusals.meets('setup.check', () =>
    wrongs.map(
      ([change, by]) =>
        () =>
          server.call('POST /api/setup/check', {
            as: server.browser(),
            body: { token: by ?? token, ...filledIn(change) },
          }),
    ),
  );
  refusals.meets('setup.finish', () =>
    wrongs.map(
      ([change, by]) =>
        () =>
          finish(server, by ?? token, change),
    ),
  );
  it('gives every refusal of the contract, and stores nothing', async () => {
    expect(refusals.unmet()).toEqual([]);
    expect(await clients(server)).toBe(0);
    expect(await server.db.rows(sql`select from setting_version`)).toEqual([]);
    expect(server.app.settings.isOpen()).toBe(false);
  });

  it('checks a single step', async () => {
    const check = (body: object) =>
      server.call('POST /api/setup/check', { as: server.browser(), body: { token, ...body } });
    expect((await check({ brand_name: 'Nord', brand_language: 'de' })).body).toEqual({ status: 'ok' });
    const { currencies } = (await server.call('POST /api/setup', { as: server.browser(), body: { token } })).body;
    const offered = await check({ currencies_wallets: currencies, currencies_accounts: currencies });
    expect(offered.body).toEqual({ status: 'ok' });
    const { refusal } = await check({ brand_name: ' ', brand_support_email: 'x', brand_color: 'red' });
    expect(Object.keys(refusal.errors ?? {})).toEqual(['brand_name', 'brand_support_email', 'brand_color']);
  });

  it('shows what there is to choose, and no password', async () => {
    const { body } = await server.call('POST /api/setup', { as: server.browser(), body: { token } });
    expect(body).toMatchObject({
      settings: { brand_name: 'Atrium', brand_color: '#1f4fd8', brand_logo_light: null, email_server: null },
      given: [],
      address: 'http://atrium.test',
      expires_at: new Date(server.clock.now().getTime() + 86_400_000).toISOString(),
    });
    expect(body.settings.currencies_wallets).toContain('USD');
  });

  it('takes the right link however many wrong ones came from the same place', async () => {
    const as = server.browser();
    const setup = (by: string) => server.call('POST /api/setup', { as, body: { token: by } });
    for (let n = 0; n < 22; n += 1) await setup(wrong);
    expect([(await setup(wrong)).status, (await setup(token)).status]).toEqual([429, 200]);
  });

  it('has one link for all starts of a day, and another after it or with another secret', async () => {
    const setup = async (by: string) =>
      (await server.call('POST /api/setup', { as: server.browser(), body: { token: by } })).status;
    server.clock.advance(86_400_000);
    expect(await setup(token)).toBe(403);
    const [one, ...others] = await Promise.all(Array.from({ length: 4 }, () => invite(server)));
    expect(new Set([token, one, ...others]).size).toBe(2);
    server.clock.advance(86_399_000);
    expect([await invite(server), await setup(one ?? '')]).toEqual([one, 200]);
    const { app } = server;
    await findOrMakeLink({ ...app, config: { ...app.config, appSecret: 'another secret of thirty-two signs' } });
    expect(await setup(one ?? '')).toBe(403);
    expect(await setup(await invite(server))).toBe(200);
  });

  it('stores the hash of a link alone, and logs neither', async () => {
    await finish(server, token, { password: 'x' });
    const { row } = await server.db.one<{ row: string }>(sql`select s::text as row from setup_state s`);
    expect([row.includes(token), server.logged.join('').includes(token)]).toEqual([false, false]);
  });

  it('refuses a call that another site makes', async () => {
    const headers = { origin: 'https://elsewhere.example' };
    const response = await server.call('POST /api/setup/finish', { body: { token, ...filledIn() }, headers });
    expect(response.refusal.code).toBe('http.origin');
  });
});

describe('setup.finish', () => {
  it('accepts one of many concurrent setups, whose author is the administrator, and opens for good', async () => {
    const server = await startServer({ env: { ...asItComes, BRAND_COLOR: '#00695c' } });
    const token = await invite(server);
    const { body: logo } = await server.call('POST /api/setup/picture', {
      as: server.browser(),
      body: { token, picture: await picture() },
    });
    expect((await fetch(server.url + logo.address)).status).toBe(200);

    const responses = await Promise.all(
      Array.from({ length: 8 }, () => finish(server, token, { brand_logo_light: logo.id })),
    );
    const [won, ...others] = responses.toSorted((one, other) => one.status - other.status);
    expect(won?.body.user).toMatchObject({ roles: ['client', 'admin'], second_factor_due: true, language: 'en' });
    // A late caller was refused by the link, or because the setup is over.
    expect(others.every(({ refusal }) => ['setup.link', 'http.not_found'].includes(refusal.code))).toBe(true);
    expect(await clients(server)).toBe(1);

    const { settings } = server.app;
    expect([settings.isOpen(), settings.brand().name, settings.brand().color]).toEqual([true, 'Nord & Co', '#00695c']);
    expect(settings.brand().logo?.dark).toBe(logo.address);
    const versions = await server.db.rows(sql`select key, number, by_id as by from setting_version order by key`);
    expect(versions).toEqual(
      [
        'brand.company',
        'brand.language',
        'brand.logo_light',
        'brand.name',
        'brand.support_email',
        'currencies.accounts',
        'currencies.wallets',
      ].map((key) => ({ key, number: 1, by: null })),
    );
    expect(await server.db.rows(sql`select code from currency where open_for_wallets order by code`)).toEqual([
      { code: 'EUR' },
      { code: 'USD' },
    ]);
    const id = won?.body.user.id;
    expect(
      await server.db.one(
        sql`select token_hash as hash, token_expires_at as until, finished_by as by from setup_state`,
      ),
    ).toEqual({ hash: null, until: null, by: id });
    const entries = await server.db.rows(sql`select actor_id as by, action, details from audit_entry order by id`);
    expect(entries.slice(0, -1)).toMatchObject(
      versions.map(() => ({ by: id, action: 'settings.save', details: { version: '1', reason: 'Initial setup' } })),
    );
    expect(entries.at(-1)).toEqual({ by: id, action: 'setup.finish', details: { name: 'Nord & Co' } });
    expect(await server.db.tx((tx) => verifySettings(tx, server.config))).toEqual({
      versions: 7,
      findings: [],
      forged: [],
    });

    expect((await finish(server, token)).refusal.code).toBe('http.not_found');
    expect(await findOrMakeLink(server.app)).toBeNull();
    const ida = await server.register();
    expect(ida.user.roles).toEqual(['client']);
    await server.close();
  });

  it('stores the chosen mail server, and needs no statement about email where there is one', async () => {
    const server = await startServer({ env: asItComes });
    const token = await invite(server);
    const { host } = unkept;
    const { body } = await server.call('POST /api/setup/email/password', {
      as: server.browser(),
      body: { token, host, password: 'of the post office' },
    });
    const email_server = { ...unkept, password: body.id };
    expect((await finish(server, token, { email_server, without_email: false })).status).toBe(200);
    expect(server.app.settings.value('email.server')).toEqual(email_server);
    await server.close();
  });

  it('leaves nothing behind when it is cut off, and can be done again', async () => {
    const server = await startServer({ env: asItComes });
    const token = await invite(server);
    await server.db.run(sql`
      create function cut_off() returns trigger language plpgsql as $$ begin raise exception 'cut off'; end $$`);
    await server.db.run(sql`
      create trigger cut_off before update on setup_state for each row when (new.finished_at is not null) execute function cut_off()`);
    expect((await finish(server, token)).status).toBe(500);
    expect([await clients(server), await server.db.rows(sql`select from setting_version`)]).toEqual([0, []]);
    await server.db.run(sql`drop trigger cut_off on setup_state`);
    expect((await finish(server, token)).status).toBe(200);
    await server.close();
  });
});

describe('an installation', () => {
  it('that has people from before there was a set-up is open', async () => {
    const before = await startServer({ env: { DEMO: '0' } });
    await before.register();
    const config = { ...before.config, setup: true };
    const settings = await openSettings({ config, db: before.db, log: before.app.log });
    expect(settings.isOpen()).toBe(true);
    expect(await findOrMakeLink({ ...before.app, settings })).toBeNull();
    await before.close();
  });

  it.each([
    { DEMO: '1', SETUP: '1' },
    { DEMO: '0', SETUP: '0' },
  ])('that starts with %o is open', async (env) => {
    const server = await startServer({ env });
    expect(await findOrMakeLink(server.app)).toBeNull();
    expect((await finish(server, 'none')).refusal.code).toBe('http.not_found');
    await server.close();
  });
});
