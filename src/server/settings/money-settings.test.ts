import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import { isProtected, type SettingKey } from '#contract/settings/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { asker, codeOf, fieldsWith, iban, emailedCode, newPayer, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** What a broker sets so that clients can pay: by the only administrator, served by the role that owns no table. */
let server: TestServer;
let admin: Session;
let payer: Payer;

beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  payer = await newPayer(server, 3, 100_000n);
});
afterAll(() => server.close());
beforeEach(() => server.db.run(sql`delete from rate_window`));

const settings = async () => (await server.call('POST /api/staff/settings', { as: admin, body: {} })).body.settings;
async function valueOf<Key extends SettingKey>(key: Key): Promise<SettingValues[Key]> {
  return (await settings()).find((each) => each.key === key)?.value as SettingValues[Key];
}
async function set(key: SettingKey, value: unknown) {
  const { version } = (await settings()).find((each) => each.key === key)!;
  const body = { value, version, reason: 'as agreed' };
  return isProtected(key)
    ? server.call('POST /api/staff/settings/protected', {
        as: admin,
        body: { key, ...body, current_password: admin.password },
      })
    : server.call('POST /api/staff/settings/save', { as: admin, body: { key, ...body } });
}
const historyOf = async (key: SettingKey) =>
  (await server.call('POST /api/staff/settings/history', { as: admin, body: { key } })).body.versions;
const methods = async () => (await asker(server)('POST /api/payments/methods', payer.session, {})).body;
const announce = (amount: string) =>
  asker(server)('POST /api/payments/deposit', payer.session, {
    wallet_id: payer.wallet.walletId,
    method: 'bank_transfer',
    amount,
  });

const usd = {
  currency: 'USD',
  beneficiary: 'Nord AG',
  bank: 'Harbour Bank',
  iban: 'DE89370400440532013000',
  bic: 'HARBDEFF',
};

describe('the operator’s bank accounts', () => {
  it('come to be by an administrator, and clients may then deposit by transfer', async () => {
    expect(await valueOf('payments.bank_accounts')).toEqual([]);
    expect((await methods()).deposit.map(({ method }) => method)).toEqual(['sandbox']);
    expect(codeOf(await announce('50'))).toBe('payments.method');
    const written = { ...usd, iban: 'de89 3704 0044 0532 0130 00', bic: 'harbdeff' };
    expect((await set('payments.bank_accounts', [written])).body).toEqual({ outcome: 'changed' });
    expect(await valueOf('payments.bank_accounts')).toEqual([usd]);
    expect((await announce('50')).body.bank).toMatchObject({
      beneficiary: 'Nord AG',
      fields: fieldsWith(usd.iban),
      replaced: false,
    });
    expect(await historyOf('payments.bank_accounts')).toMatchObject([{ was: [], value: [usd], reason: 'as agreed' }]);
  });

  it('change and go, and a deposit keeps the account that it was shown with', async () => {
    const notified = (await announce('60')).body;
    const look = async () =>
      (await asker(server)('POST /api/payments/info', payer.session, { payment_id: notified.payment.id })).body.bank;
    await set('payments.bank_accounts', [{ ...usd, iban, bank: 'Quay Bank', bic: 'QUAYGB2L' }]);
    expect(await look()).toMatchObject({ fields: fieldsWith(usd.iban), bank: 'Harbour Bank', replaced: true });
    expect((await announce('60')).body.bank).toMatchObject({
      fields: fieldsWith(iban, 'QUAYGB2L'),
      bank: 'Quay Bank',
      replaced: false,
    });
    await set('payments.bank_accounts', []);
    expect(codeOf(await announce('60'))).toBe('payments.method');
    expect(await look()).toMatchObject({ fields: fieldsWith(usd.iban), replaced: true });
    await set('payments.bank_accounts', [usd]);
    expect(codeOf(await set('payments.bank_accounts', [usd]))).toBe('settings.same');
  });

  it.each([
    ['settings.account_twice', [usd, { ...usd, bank: 'Another' }]],
    ['settings.account_blank', [{ ...usd, beneficiary: ' ' }]],
    ['settings.account_field', [{ ...usd, iban: 'DE89370400440532013001' }]],
    ['settings.account_field', [{ ...usd, iban: 'US89370400440532013000' }]],
    ['settings.account_field', [{ ...usd, bic: 'HARBDE' }]],
    ['settings.currency', [{ ...usd, currency: 'QQQ' }]],
  ])('are refused by %s', async (code, accounts) => {
    expect(codeOf(await set('payments.bank_accounts', accounts))).toBe(code);
  });
});

describe('the ways to pay', () => {
  const change = async (more: object, of = { method: 'bank_transfer', kind: 'withdrawal', currency: 'USD' }) => {
    const all = await valueOf('payments.terms');
    const isIt = (way: (typeof all)[number]) =>
      way.method === of.method && way.kind === of.kind && way.currency === of.currency;
    return set(
      'payments.terms',
      all.map((way) => (isIt(way) ? { ...way, ...more } : way)),
    );
  };

  it("charge the administrator's price from then on", async () => {
    expect((await change({ min: '20', max: '500', fee_fixed: '1', fee_percent: '1.50', days: 1 })).status).toBe(200);
    const [offer] = (await methods()).withdrawal;
    expect(offer).toMatchObject({ method: 'bank_transfer', days: 1 });
    expect(offer?.terms[0]).toEqual({
      currency: 'USD',
      min: '20.00',
      max: '500.00',
      now: '500.00',
      fee_fixed: '1.00',
      fee_percent: '1.5',
    });
    const [latest] = await historyOf('payments.terms');
    expect(latest?.value).toContainEqual({
      method: 'bank_transfer',
      kind: 'withdrawal',
      currency: 'USD',
      min: '20.00',
      max: '500.00',
      fee_fixed: '1.00',
      fee_percent: '1.5',
      open_days: 10,
      days: 1,
    });
    expect(codeOf(await change({ min: '020.0' }))).toBe('settings.same');
  });

  it('come and go by currency, in minor units of each', async () => {
    const all = await valueOf('payments.terms');
    const yen = {
      ...all[0],
      method: 'bank_transfer',
      kind: 'deposit',
      currency: 'JPY',
      min: '1000',
      max: '9000000',
    };
    expect((await set('payments.terms', [...all, { ...yen, fee_fixed: '0' }])).status).toBe(200);
    expect((await valueOf('payments.terms')).find(({ currency }) => currency === 'JPY')).toMatchObject({
      min: '1000',
    });
    expect((await set('payments.terms', all)).status).toBe(200);
    expect(await valueOf('payments.terms')).toEqual(all);
  });

  it.each([
    ['settings.method_scale', { min: '10.005' }],
    ['settings.method_order', { min: '0' }],
    ['settings.method_order', { min: '30', max: '29.99' }],
    ['settings.method_fee', { min: '5', fee_fixed: '5' }],
    ['settings.method_fee', { min: '5', fee_fixed: '4', fee_percent: '20' }],
    ['validation.number', { fee_percent: '50' }],
    ['validation.number', { min: 'much' }],
    ['validation.number', { currency: 'BTC', max: '99999999999' }],
    ['settings.currency', { currency: 'QQQ' }],
  ])('are refused by %s', async (code, more) => {
    expect(codeOf(await change(more))).toBe(code);
  });

  it('are there once', async () => {
    const all = await valueOf('payments.terms');
    expect(codeOf(await set('payments.terms', [...all, all[0]]))).toBe('settings.method_twice');
  });
});

describe('lifetimes', () => {
  it.each<[SettingKey, number, number]>([
    ['payments.confirm_minutes', 45, 4],
    ['payments.code_minutes', 7, 0],
    ['payments.code_attempts', 2, 11],
    ['payments.destination_link_hours', 12, 169],
    ['payments.destinations_per_client', 1, 0],
  ])('%s may be %d and not %d', async (key, value, wrong) => {
    expect((await set(key, value)).status).toBe(200);
    expect(await valueOf(key)).toBe(value);
    expect(codeOf(await set(key, wrong))).toMatch(/^validation\.(?:number|min_value|max_value)$/);
  });

  it('apply to new requests', async () => {
    const request = asker(server);
    const add = (account: string) =>
      request('POST /api/payments/destinations/add', payer.session, {
        method: 'bank_transfer',
        account,
        label: 'Mine',
      });
    expect((await add(iban)).status).toBe(200);
    expect(codeOf(await add(usd.iban))).toBe('payments.destination_limit');
    await server.db.run(
      sql`update payment_destination set confirmed_at = now() where client_id = ${payer.session.user.id}`,
    );
    const { destination_id } = await server.db.one<{ destination_id: string }>(sql`
      select id as destination_id from payment_destination where client_id = ${payer.session.user.id}`);
    const input = { wallet_id: payer.wallet.walletId, destination_id, amount: '30' };
    const { body } = await request('POST /api/payments/withdraw', payer.session, input);
    expect(await emailedCode(server, payer)).toMatch(/^\d{6}$/);
    const { minutes } = await server.db.one<{ minutes: string }>(sql`
      select round(extract(epoch from expires_at - created_at) / 60) as minutes from payment where id = ${body.payment.id}`);
    expect(minutes).toBe('45');
  });
});

describe('conversion', () => {
  const convert = async () => {
    const { body } = await server.call('POST /api/wallets', { as: payer.session, body: {} });
    const euro = body.find(({ currency }) => currency === 'EUR');
    return server.call('POST /api/wallets/quote', {
      as: payer.session,
      body: { from_wallet_id: payer.wallet.walletId, to_wallet_id: euro?.id ?? '', amount: '100' },
    });
  };
  const spread = async (percent: string) =>
    set(
      'currencies.spreads',
      (await valueOf('currencies.spreads')).map((each) => ({ ...each, percent })),
    );

  it('follows the administrator’s setting, and an open quote keeps its own', async () => {
    await server.call('POST /api/wallets/open', { as: payer.session, body: { currency_id: 'EUR' } });
    const before = (await convert()).body;
    expect(before.spread_percent).toBe('0.50');
    expect((await spread('2')).status).toBe(200);
    expect((await valueOf('currencies.spreads')).map(({ percent }) => percent)).toContain('2.00');
    expect((await set('currencies.quote_seconds', 90)).status).toBe(200);
    expect((await set('currencies.quote_tolerance', 25)).status).toBe(200);
    expect(await valueOf('currencies.quote_tolerance')).toBe(25);
    const done = await server.call('POST /api/wallets/convert', {
      as: payer.session,
      body: { quote_id: before.id },
      headers: { 'idempotency-key': before.id },
    });
    expect(done.status).toBe(200);
    const { spread_bps, received } = await server.db.one<{ spread_bps: number; received: bigint }>(sql`
      select spread_bps, received from conversion_quote where id = ${before.id}`);
    expect([spread_bps, received]).toEqual([50, BigInt(before.received.replace('.', ''))]);
    const after = (await convert()).body;
    expect(after.spread_percent).toBe('2.00');
    expect(Date.parse(after.expires_at) - Date.parse(after.created_at)).toBe(90_000);
    expect(codeOf(await spread('2.00'))).toBe('settings.same');
  });

  it('change without waiting for transactions on a currency that keeps its spread', async () => {
    const all = await valueOf('currencies.spreads');
    const changed = all.map((each) => (each.currency === 'EUR' ? { ...each, percent: '3.00' } : each));
    await server.db.tx(async (tx) => {
      await tx.run(sql`select from currency where code = 'USD' for no key update`);
      expect((await set('currencies.spreads', changed)).status).toBe(200);
    });
    expect(await valueOf('currencies.spreads')).toEqual(changed);
  });

  it.each(['50.01', '1.001', '-1', ''])('takes no spread of %s', async (percent) => {
    expect(codeOf(await spread(percent))).toBe('validation.number');
  });

  it('has one for each currency', async () => {
    const [, ...others] = await valueOf('currencies.spreads');
    expect(codeOf(await set('currencies.spreads', others))).toBe('settings.each_currency');
    expect(codeOf(await set('currencies.quote_seconds', 4))).toBe('validation.min_value');
  });
});
