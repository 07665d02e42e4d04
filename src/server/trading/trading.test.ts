import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { languages } from '#contract/kernel/languages.ts';
import { scaleOf } from '#contract/kernel/money.ts';
import { sql } from '#server/platform/db/sql.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { openTradingAccount } from './open-account.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

const create = (as: Session, body: object, how: object = {}) =>
  server.call('POST /api/trading-account/create', { as, body, ...how });
const open = async (as: Session, currency = 'USD') => (await create(as, { currency_id: currency })).body;
const fieldCode = ({ refusal }: { refusal: { errors?: Record<string, { code: string }[]> } }) =>
  refusal.errors?.['currency_id']?.[0]?.code;

describe('trading.currencies', () => {
  it('names the currencies that accounts are opened in, in the requested language', async () => {
    const ida = await server.register();
    const request = async (language: 'en' | 'de' | 'ar') =>
      (await server.call('POST /api/trading-account/currencies', { as: ida, language })).body;
    expect(await request('en')).toMatchObject({ EUR: 'Euro', GBP: 'British Pound', USD: 'US Dollar' });
    expect((await request('de'))['USD']).toBe('US-Dollar');
    expect((await request('ar'))['USD']).toBe('دولار أمريكي');
    expect(await request('en')).not.toHaveProperty('BTC');
  });

  it('has a name for each in every language', async () => {
    const ida = await server.register();
    for (const language of languages) {
      const { body } = await server.call('POST /api/trading-account/currencies', { as: ida, language });
      expect(Object.entries(body).filter(([code, name]) => code === name)).toEqual([]);
    }
  });
});

it('has currencies of the contract alone in the database, in the contract’s scale', async () => {
  const rows = await server.db.rows<{ code: string; scale: number }>(
    sql`select code, scale from currency order by code`,
  );
  expect(rows).toEqual(rows.map(({ code }) => ({ code, scale: scaleOf(code) })));
});

describe('trading.create', () => {
  it('refuses nothing, an unknown currency and one that is not offered', async () => {
    const ida = await server.register();
    const codes = await Promise.all(
      [{}, { currency_id: 'XXX' }, { currency_id: 'BTC' }].map(async (body) => fieldCode(await create(ida, body))),
    );
    expect(codes).toEqual(['validation.required', 'trading.currency', 'trading.currency']);
  });

  it('opens an empty, active account with a number of its own, from JSON and from a form', async () => {
    const ida = await server.register();
    const first = await create(ida, { currency_id: 'eur' });
    expect(first.status).toBe(200);
    expect(first.body).toMatchObject({
      currency: 'EUR',
      balance: '0.00',
      native_balance: '0.00',
      equity: '0.00',
      status: 'active',
      nickname: null,
    });
    expect(first.body.trading_account_id).toMatch(/^1\d{7}$/);
    const second = await create(ida, { currency_id: 'JPY' }, { form: true });
    expect(second.body).toMatchObject({ currency: 'JPY', native_balance: '0' });
    const { body } = await server.call('POST /api/trading-account', { as: ida });
    expect(body).toEqual([first.body, second.body]);
  });

  it('refuses a fourth account on currency_id, in words and with the number', async () => {
    const ida = await server.register();
    for (let n = 0; n < 3; n += 1) await open(ida);
    const { status, refusal } = await create(ida, { currency_id: 'USD' });
    expect(status).toBe(422);
    expect(refusal.errors?.['currency_id']).toEqual([
      { code: 'trading.account_limit', params: { max: 3 }, message: expect.stringContaining('3') },
    ]);
    expect(fieldCode(await create(ida, { currency_id: 'XXX' }))).toBe('trading.currency');
  });

  it('opens exactly three of fifty concurrent requests', async () => {
    const ida = await server.register();
    const me = { id: ida.user.id };
    const tries = await Promise.allSettled(
      Array.from({ length: 50 }, () => openTradingAccount(server.app, me, { currency_id: 'USD' })),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(3);
    const { body } = await server.call('POST /api/trading-account', { as: ida });
    expect(body).toHaveLength(3);
    const { open } = await server.db.one<{ open: number }>(sql`
      select count(*)::int as open from ledger_account where client_id = ${me.id} and kind = 'trading'`);
    expect(open).toBe(3);
  });

  it('keeps to a limit of the client’s own, and does not count archived accounts', async () => {
    const ida = await server.register();
    await server.db.run(sql`
      insert into client_override (client_id, kind, max_accounts, reason, set_at)
      values (${ida.user.id}, 'trading_accounts', 1, 'Wants one.', product_clock())`);
    await open(ida);
    expect((await create(ida, { currency_id: 'USD' })).refusal.errors?.['currency_id']?.[0]?.params).toEqual({
      max: 1,
    });
    await server.db.run(
      sql`update trading_account set status = 'archived', archived_at = now() where client_id = ${ida.user.id}`,
    );
    expect((await create(ida, { currency_id: 'USD' })).status).toBe(200);
  });

  it('keeps to the operator’s choice for all clients', async () => {
    const ida = await server.register();
    const ada = await server.register({ roles: ['client', 'admin'] });
    const allow = async (value: number, version: number) => {
      const body = { key: 'trading.accounts_per_client', value, version, reason: 'as agreed' } as const;
      expect((await server.call('POST /api/staff/settings/save', { as: ada, body })).status).toBe(200);
    };
    await allow(1, 0);
    await open(ida);
    expect((await create(ida, { currency_id: 'USD' })).refusal.errors?.['currency_id']?.[0]?.params).toEqual({
      max: 1,
    });
    await allow(3, 1);
    expect((await create(ida, { currency_id: 'USD' })).status).toBe(200);
  });

  it('never changes the currency', async () => {
    const ida = await server.register();
    const { trading_account_id: number } = await open(ida);
    await expect(
      server.db.run(sql`update trading_account set currency = 'EUR' where number = ${number}::bigint`),
    ).rejects.toThrow('never change');
  });
});

describe('trading.list', () => {
  it('is for those who are signed in, and shows the own accounts alone', async () => {
    expect((await server.call('POST /api/trading-account', { as: server.browser() })).status).toBe(401);
    const [ida, karl] = [await server.register(), await server.register()];
    await open(ida);
    expect((await server.call('POST /api/trading-account', { as: karl, form: true })).body).toEqual([]);
  });
});
