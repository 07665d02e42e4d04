import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { SettingValues } from '#contract/settings/catalogue.ts';
import { isProtected, type SettingKey } from '#contract/settings/names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { asker, codeOf, newPayer, type Payer } from '#test/money/payments.ts';
import { csvOfLines, uploaded } from '#test/money/statements.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { verifySettings } from './verify-settings.ts';

/** Rates that the operator enters, and the currencies that come into use by them. */
let server: TestServer;
let admin: Session;
let payer: Payer;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  payer = await newPayer(server, 3, 100_000n);
});
afterAll(() => server.close());

const settings = async () => (await server.call('POST /api/staff/settings', { as: admin, body: {} })).body;
async function valueOf<Key extends SettingKey>(key: Key): Promise<SettingValues[Key]> {
  return (await settings()).settings.find((each) => each.key === key)?.value as SettingValues[Key];
}
async function set(key: SettingKey, value: unknown) {
  const { version } = (await settings()).settings.find((each) => each.key === key)!;
  const body = { value, version, reason: 'as agreed' };
  return isProtected(key)
    ? server.call('POST /api/staff/settings/protected', {
        as: admin,
        body: { key, ...body, current_password: admin.password },
      })
    : server.call('POST /api/staff/settings/save', { as: admin, body: { key, ...body } });
}

const day = () => server.clock.now().toISOString().slice(0, 10);
type Rate = SettingValues['currencies.rates'][number];
/** Sets one rate beside those that there are. */
async function rate(currency: string, more: Partial<Rate> = {}) {
  const others = (await valueOf('currencies.rates')).filter((each) => each.currency !== currency);
  return set('currencies.rates', [...others, { currency, usd: '0.65', on: day(), days: 5, ...more }]);
}
const openWallet = (currency_id: string) =>
  server.call('POST /api/wallets/open', { as: payer.session, body: { currency_id } });
const findings = () => server.db.tx(async (tx) => (await verifySettings(tx, server.config)).findings);

const account = {
  currency: 'AUD',
  beneficiary: 'Nord AG',
  bank: 'Harbour Bank',
  scheme: 'au_bsb',
  country: 'AU',
  account_number: '12345678',
  bsb: '062-000',
};
const way = { currency: 'AUD', min: '10', max: '1000', fee_fixed: '0', fee_percent: '0', open_days: 10, days: 2 };

describe('a currency without a rate', () => {
  it('is in no setting, account or statement', async () => {
    const wallets = await valueOf('currencies.wallets');
    expect((await settings()).currencies).not.toContain('AUD');
    expect(codeOf(await set('currencies.wallets', [...wallets, 'AUD']))).toBe('settings.currency_unrated');
    const terms = await valueOf('payments.terms');
    const added = { ...way, method: 'bank_transfer', kind: 'deposit' };
    expect(codeOf(await set('payments.terms', [...terms, added]))).toBe('settings.currency_unrated');
    expect(codeOf(await openWallet('AUD'))).toBe('wallets.currency');
    const file = csvOfLines(['A-1,5,AUD,2026-03-02,X']);
    expect(codeOf(await uploaded(server, admin, file))).toBe('reconciliation.currency');
    await expect(
      server.db.run(sql`
        insert into ledger_account (id, code, kind, currency, created_at) values (gen_random_uuid(), 'fees:AUD', 'fees', 'AUD', now())`),
    ).rejects.toThrow('ledger_account_currency_fkey');
  });
});

describe('a rate of the operator', () => {
  it('brings a currency into use, closed until it is opened', async () => {
    const spreads = await valueOf('currencies.spreads');
    const changed = spreads.map((each) => ({ ...each, percent: '2.00' }));
    expect((await set('currencies.spreads', changed)).status).toBe(200);
    expect(codeOf(await rate('AUD', { usd: '00.6500' }))).toBeUndefined();
    expect(await valueOf('currencies.rates')).toContainEqual({ currency: 'AUD', usd: '0.65', on: day(), days: 5 });
    expect((await settings()).currencies).toContain('AUD');
    expect(await valueOf('currencies.spreads')).toContainEqual({ currency: 'AUD', percent: '1.00' });
    expect(codeOf(await openWallet('AUD'))).toBe('wallets.currency');
    expect(await server.db.one(sql`select scale, open_for_trading from currency where code = 'AUD'`)).toEqual({
      scale: 2,
      open_for_trading: false,
    });
    expect(await findings()).toEqual([]);
  });

  it('converts at itself, for as many days as it is good for', async () => {
    await set('currencies.wallets', [...(await valueOf('currencies.wallets')), 'AUD']);
    expect((await openWallet('AUD')).status).toBe(200);
    const { body: wallets } = await server.call('POST /api/wallets', { as: payer.session, body: {} });
    const to = wallets.find(({ currency }) => currency === 'AUD')!.id;
    const quote = () =>
      server.call('POST /api/wallets/quote', {
        as: payer.session,
        body: { from_wallet_id: payer.wallet.walletId, to_wallet_id: to, amount: '65' },
      });
    expect((await quote()).body).toMatchObject({ rate: '1.538461538', received: '97.99' });
    server.clock.advance(8 * 86_400_000);
    const again = ({ user, password }: Session) => server.signIn({ email: user.email, password, remember: true });
    [payer.session, admin] = [await again(payer.session), await again(admin)];
    expect((await quote()).refusal.code).toBe('wallets.rate_old');
    expect((await rate('AUD', { usd: '0.5' })).status).toBe(200);
    expect((await quote()).body.rate).toBe('2');
    expect(await findings()).toEqual([]);
  });

  it('has the digits of its currency', async () => {
    await rate('KWD', { usd: '3.25', days: null });
    await set('currencies.wallets', [...(await valueOf('currencies.wallets')), 'KWD']);
    const { body } = await openWallet('KWD');
    expect(body).toMatchObject({ currency: 'KWD', available: '0.000' });
  });

  it('takes deposits and withdrawals once there are terms and an account', async () => {
    const terms = await valueOf('payments.terms');
    const added = (['deposit', 'withdrawal'] as const).map((kind) => ({ ...way, method: 'bank_transfer', kind }));
    expect((await set('payments.terms', [...terms, ...added])).status).toBe(200);
    expect(codeOf(await set('payments.bank_accounts', [account]))).toBeUndefined();
    const { body } = await asker(server)('POST /api/payments/methods', payer.session, {});
    expect(body.deposit.flatMap((each) => each.terms).map(({ currency }) => currency)).toContain('AUD');
  });

  it.each([
    ['settings.each_rate', (rates: Rate[]) => rates.slice(1)],
    ['settings.each_rate', (rates: Rate[]) => [...rates, rates[0]]],
    ['settings.each_rate', (rates: Rate[]) => [...rates, { ...rates[0], currency: 'EUR' }]],
    ['settings.each_rate', (rates: Rate[]) => [...rates, { ...rates[0], currency: 'USD' }]],
    ['settings.rate_ahead', (rates: Rate[]) => rates.map((each) => ({ ...each, on: '2999-01-01' }))],
    ['settings.currency', (rates: Rate[]) => [...rates, { ...rates[0], currency: 'XXX' }]],
    ['validation.number', (rates: Rate[]) => rates.map((each) => ({ ...each, usd: '0.000' }))],
    ['validation.min_value', (rates: Rate[]) => rates.map((each) => ({ ...each, days: 0 }))],
  ])('is refused by %s', async (code, wrong) => {
    expect(codeOf(await set('currencies.rates', wrong(await valueOf('currencies.rates'))))).toBe(code);
  });
});

it('names a rate that was changed past the program', async () => {
  await server.db.run(sql`update currency set usd_rate = 2 where code = 'AUD'`);
  expect(await findings()).toMatchObject([{ key: 'currencies.rates', number: null }]);
});
