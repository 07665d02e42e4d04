import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RequestOf } from '#contract/api.ts';
import { settingKeys, isProtected, type SettingKey } from '#contract/settings/names.ts';
import { settingsEndpoints } from '#contract/settings/endpoints.ts';
import { knownCurrencies, scaleOf } from '#contract/kernel/money.ts';
import { openSettings } from '#server/platform/settings.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { fontFile, restricted } from '#test/files/fonts.ts';
import { hostileFiles } from '#test/files/hostile.ts';
import { emailsTo } from '#test/mailbox.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Session;
let client: Session;

beforeAll(async () => {
  server = await startServer({ env: { SUPPORT_EMAIL: 'help@example.com' } });
  admin = await server.register({ roles: ['client', 'admin'] });
  client = await server.register();
});
afterAll(() => server.close());

type Save = RequestOf<'POST /api/staff/settings/save'>['body'];
type Guarded = RequestOf<'POST /api/staff/settings/protected'>['body'];

const save = (body: Partial<Save> & Pick<Save, 'key' | 'value'>, as = admin) =>
  server.call('POST /api/staff/settings/save', { as, body: { reason: 'as agreed', version: 0, ...body } });
/** With one administrator only; `approvals.test.ts` has the cases with two. */
const guard = (body: Pick<Guarded, 'key' | 'value'> & { version?: number }) =>
  server.call('POST /api/staff/settings/protected', {
    as: admin,
    body: { reason: 'as agreed', version: 0, current_password: admin.password, ...body },
  });
const show = async (key: SettingKey) => {
  const { body } = await server.call('POST /api/staff/settings', { as: admin, body: {} });
  return body.settings.find((each) => each.key === key);
};
const valueOf = async <Value>(key: SettingKey) => (await show(key))?.value as Value;
const historyOf = async (key: SettingKey) =>
  (await server.call('POST /api/staff/settings/history', { as: admin, body: { key } })).body.versions;
const picture = async (width = 800, height = 200) =>
  (
    await sharp({ create: { width, height, channels: 4, background: '#b0241c' } })
      .png()
      .toBuffer()
  ).toString('base64');
const addPicture = (content: string) =>
  server.call('POST /api/staff/settings/picture', { as: admin, body: { picture: content } });

/** It takes nothing. */
const post = {
  host: '127.0.0.1',
  port: 9,
  encryption: 'none',
  user: '',
  password: null,
  sender_name: 'Nord',
  sender_address: 'no-reply@nord.example',
} as const;

const refusals = refusalsOf(settingsEndpoints);

/** An installation that does not store emails as a demo does. */
let own: TestServer | undefined;
afterAll(() => own?.close());

describe('refusals', () => {
  refusals.meets('settings.test_email', async () => {
    const settings = await startServer({ env: { DEMO: '0', STAFF_SECOND_FACTOR: '0', NEW_DEVICE_CODE: '0' } });
    own = settings;
    const boss = await settings.register({ roles: ['client', 'admin'] });
    const test = (on: TestServer, as: Session, change: object) =>
      on.call('POST /api/staff/settings/email/test', { as, body: { server: { ...post, ...change } } });
    return [
      () => test(server, admin, { user: 'house', password: newId() }),
      () => test(settings, boss, { user: 'house', password: newId() }),
      () => test(settings, boss, {}),
    ];
  });
  refusals.meets('settings.save', () => [
    () => save({ key: 'brand.support_email', value: 'not one', version: 9 }),
    () => save({ key: 'brand.logo_light', value: newId(), version: 9 }),
    () => save({ key: 'currencies.wallets', value: ['QQQ'], version: 9 }),
    () => save({ key: 'currencies.wallets', value: ['EUR'], version: 9 }),
    () => save({ key: 'currencies.wallets', value: ['AUD', 'USD'], version: 9 }),
    () => save({ key: 'brand.name', value: 'Atrium', version: 9 }),
    () => save({ key: 'brand.name', value: 'Atrium' }),
  ]);
  refusals.meets('settings.add_picture', async () => {
    const hostile = async (what: string) =>
      Buffer.from((await hostileFiles.find((file) => file.what === what)?.content()) ?? []).toString('base64');
    const broken = Buffer.from(await picture(), 'base64')
      .subarray(0, 60)
      .toString('base64');
    const [large, moving] = [await hostile('a PNG of 50,000 × 50,000'), await hostile('a moving WebP')];
    return [
      () => addPicture(''),
      () => addPicture(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64')),
      () => addPicture(broken),
      () => addPicture(large),
      () => addPicture(moving),
    ];
  });
  refusals.meets('settings.add_font', () => {
    const addFont = (content: Buffer) =>
      server.call('POST /api/staff/settings/font', { as: admin, body: { font: content.toString('base64') } });
    const font = fontFile('latin-400-normal');
    return [
      () => addFont(Buffer.alloc(0)),
      () => addFont(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')),
      () => addFont(font.subarray(0, 9000)),
      () => addFont(restricted(font)),
    ];
  });
  refusals.meets('settings.brand_file', () => [
    () => server.call('GET /api/brand/:file', { params: { file: `${newId()}.png` } }),
  ]);
  it('are all met', () => expect(refusals.unmet()).toEqual([]));

  it.each<[SettingKey, unknown]>([
    ['brand.color', 'red'],
    ['brand.name', '  '],
    ['brand.language', 'xx'],
    ['brand.footer', { xx: 'none' }],
    ['brand.links', [{ id: newId(), label: { en: 'Blog' }, address: 'http://www.example.com' }]],
    ['brand.footer', { de: 'x'.repeat(2001) }],
    ['currencies.wallets', []],
    ['trading.accounts_per_client', 0],
    ['payments.withdrawal_cooling_off_hours', -1],
    ['payments.second_approver_from', '0'],
    ['security.client_second_factor', 'maybe'],
  ])('%s is not %s', async (key, value) => {
    const response = await (isProtected(key) ? guard({ key, value }) : save({ key, value }));
    expect(response.status).toBe(422);
    expect(response.refusal.errors?.['value']).toHaveLength(1);
  });
});

describe('settings.save', () => {
  it('takes effect at once, in every process, and shows its history', async () => {
    const other = await openSettings({ config: server.config, db: server.db, log: server.app.log });
    expect(await show('brand.name')).toMatchObject({
      value: 'Atrium',
      source: 'default',
      version: 0,
      changed_by: null,
    });
    expect((await save({ key: 'brand.name', value: ' Nord  & Co ' })).body.version).toBe(1);
    expect((await save({ key: 'brand.name', value: 'Nord', version: 1, reason: 'shorter' })).body.version).toBe(2);
    expect((await save({ key: 'brand.name', value: 'Nord & Co', version: 2, reason: 'as it was' })).body.version).toBe(
      3,
    );
    expect(server.app.settings.brand().name).toBe('Nord & Co');
    await other.reload();
    expect(other.brand().name).toBe('Nord & Co');
    expect(await show('brand.name')).toMatchObject({
      value: 'Nord & Co',
      source: 'version',
      version: 3,
      changed_by: 'Ida Berg',
    });
    expect(await historyOf('brand.name')).toMatchObject([
      { version: 3, was: 'Nord', value: 'Nord & Co', by: 'Ida Berg', reason: 'as it was' },
      { version: 2, was: 'Nord & Co', value: 'Nord', reason: 'shorter' },
      { version: 1, was: 'Atrium', value: 'Nord & Co' },
    ]);
    const actions = await server.db.rows(sql`
      select details from audit_entry where action = 'settings.save' and details->>'setting' = 'brand.name' order by id`);
    expect(actions).toHaveLength(3);
    expect(actions[1]).toEqual({
      details: { setting: 'brand.name', from: 'Nord & Co', to: 'Nord', version: '2', reason: 'shorter' },
    });
  });

  it('accepts one of many concurrent changes', async () => {
    const colors = Array.from({ length: 8 }, (_, index) => `#0b673${index}`);
    const responses = await Promise.all(colors.map((value) => save({ key: 'brand.color', value })));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.flatMap(({ refusal }) => refusal.code ?? [])).toEqual(
      Array.from({ length: 7 }, () => 'settings.changed'),
    );
    expect(await historyOf('brand.color')).toHaveLength(1);
  });

  it('does not change what the environment sets', async () => {
    expect(await show('brand.support_email')).toMatchObject({ value: 'help@example.com', source: 'environment' });
  });

  it('reaches emails, and the name in an authenticator app', async () => {
    await save({ key: 'brand.company', value: 'Nord AG\nZürich' });
    const { user } = await server.register();
    const [email] = await emailsTo(server, user.email);
    expect(email?.subject).toContain('Nord & Co');
    expect(email?.plain).toContain('Nord AG\nZürich\nhelp@example.com');
    const started = await server.call('POST /api/settings/second-factor/totp', {
      as: client,
      body: { current_password: client.password },
    });
    expect(started.body.uri).toContain('issuer=Nord%20%26%20Co');
  });

  it('puts the small print of the reader’s language below emails', async () => {
    await save({ key: 'brand.footer', value: { en: 'Capital at risk.', de: 'Ihr Kapital\n\nist <b>gefährdet</b>.' } });
    const emailIn = async (language: string) => {
      const { user } = await server.register();
      await server.db.run(sql`update person set language = ${language} where id = ${user.id}`);
      return (await emailsTo(server, user.email))[0];
    };
    const german = await emailIn('de');
    expect(german?.plain).toContain('help@example.com\n\nIhr Kapital\n\nist <b>gefährdet</b>.\n');
    const html = await (await fetch(`${server.url}/api/demo/mailbox/${german?.id}/html`)).text();
    expect(html).toContain('ist &lt;b&gt;gefährdet&lt;/b&gt;.');
    expect((await emailIn('fr'))?.plain).toContain('Capital at risk.\n');
  });

  it('changes what clients may do', async () => {
    const wallets = (await valueOf<string[]>('currencies.wallets')).filter((code) => code !== 'EUR');
    await save({ key: 'currencies.wallets', value: wallets });
    const response = await server.call('POST /api/wallets/open', { as: client, body: { currency_id: 'EUR' } });
    expect(response.status).toBe(422);
    await save({ key: 'currencies.wallets', value: [...wallets, 'EUR'], version: 1 });
    expect((await server.call('POST /api/wallets/open', { as: client, body: { currency_id: 'EUR' } })).status).toBe(
      200,
    );

    const limits = await valueOf<{ level: number; deposit: object }[]>('payments.limits');
    const changed = limits.map((each) =>
      each.level === 1
        ? { ...each, deposit: { allowed: true, per_operation: '7.00', per_day: '8.00', per_month: null } }
        : each,
    );
    expect((await guard({ key: 'payments.limits', value: changed })).status).toBe(200);
    await server.db.run(sql`update person set email_verified_at = now() where id = ${client.user.id}`);
    const { body } = await server.call('POST /api/payments/limits', { as: client, body: {} });
    expect(body.deposit.limits.map(({ limit }) => limit)).toEqual(['7.00', '8.00', null]);
  });

  it('offers every currency that there is', async () => {
    const rates = await valueOf<{ currency: string }[]>('currencies.rates');
    const inUse = await server.db.rows<{ code: string }>(sql`select code from currency`);
    const added = knownCurrencies
      .filter((currency) => inUse.every(({ code }) => code !== currency))
      .map((currency) => ({ currency, usd: '0.5', on: '2026-01-30', days: 5 }));
    expect((await guard({ key: 'currencies.rates', value: [...rates, ...added] })).status).toBe(200);
    const scales = await server.db.rows<{ code: string; scale: number }>(sql`select code, scale from currency`);
    expect(new Map(scales.map(({ code, scale }) => [code, scale]))).toEqual(
      new Map(knownCurrencies.map((code) => [code, scaleOf(code)])),
    );
    for (const key of ['currencies.wallets', 'currencies.accounts'] as const) {
      const before = await show(key);
      const { status } = await save({ key, value: knownCurrencies, version: before?.version ?? 0 });
      expect([key, status]).toEqual([key, 200]);
      expect(await valueOf(key)).toEqual(knownCurrencies.toSorted());
    }
    const ida = await server.register();
    await server.db.run(sql`update person set email_verified_at = now() where id = ${ida.user.id}`);
    for (const currency_id of knownCurrencies.filter((code) => code !== 'USD')) {
      await server.db.run(sql`delete from rate_window`);
      expect((await server.call('POST /api/wallets/open', { as: ida, body: { currency_id } })).status).toBe(200);
    }
    const { body } = await server.call('POST /api/trading-account/currencies', { as: ida });
    expect(Object.keys(body).toSorted()).toEqual(knownCurrencies.toSorted());
  });

  it('sends clients to the second factor where the operator requires it of all', async () => {
    await guard({ key: 'security.client_second_factor', value: 'must' });
    expect((await server.call('POST /api/wallets', { as: client, body: {} })).refusal.code).toBe(
      'auth.second_factor_due',
    );
    const info = await server.call('POST /api/client-info', { as: client });
    expect(info.body).toMatchObject({ second_factor_due: true });
    await guard({ key: 'security.client_second_factor', value: 'choice', version: 1 });
    expect((await server.call('POST /api/wallets', { as: client, body: {} })).status).toBe(200);
  });

  it('is for administrators alone', async () => {
    const officer = await server.register({ roles: ['client', 'compliance'] });
    expect((await save({ key: 'brand.name', value: 'Mine', version: 3 }, officer)).refusal.code).toBe('http.forbidden');
    expect((await server.call('POST /api/staff/settings', { as: officer, body: {} })).body.settings).toHaveLength(
      settingKeys.length,
    );
  });
});

describe('settings.add_picture', () => {
  it('redraws it small, for anyone to see', async () => {
    const { body } = await addPicture(await picture(1600, 400));
    expect(body).toMatchObject({ width: 640, height: 160 });
    await save({ key: 'brand.logo_light', value: body.id });
    expect(server.app.settings.brand().logo).toEqual({ light: body.address, dark: body.address });
    const seen = await fetch(`${server.url}${body.address}`);
    expect(seen.headers.get('content-type')).toBe('image/png');
    expect(seen.headers.get('cache-control')).toContain('immutable');
    expect(await sharp(Buffer.from(await seen.arrayBuffer())).metadata()).toMatchObject({ format: 'png', width: 640 });
    const { user } = await server.register();
    const [email] = await emailsTo(server, user.email);
    const html = await (await fetch(`${server.url}/api/demo/mailbox/${email?.id ?? ''}/html`)).text();
    expect(html).toContain(`src="http://atrium.test${body.address}"`);
  });
});

describe('the history', () => {
  it('is not rewritten', async () => {
    await expect(server.db.run(sql`update setting_version set value = '"x"'`)).rejects.toThrow('append-only');
    await expect(server.db.run(sql`delete from setting_version`)).rejects.toThrow('append-only');
  });
});
