import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { mailsTo } from '#test/mailbox.ts';
import { asker, codeOf, newPayer, openBank, type Payer } from '#test/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let officer: Session;
let agent: Session;
let ida: Payer;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  officer = await server.register({ first_name: 'Carl', roles: ['client', 'compliance'] });
  agent = await server.register({ first_name: 'Sven', roles: ['client', 'support'] });
  ida = await newPayer(server, 1, 0n);
});
afterAll(() => server.close());

const unknown = '00000000-0000-7000-8000-000000000000';
const proven = () => ({ reason: 'A large transfer is due.', current_password: officer.password });
const setLimits = (change: object = {}) =>
  server.call('POST /api/staff/clients/overrides/limits', {
    as: officer,
    body: {
      client_id: ida.session.user.id,
      kind: 'deposit',
      per_operation: '3000',
      per_day: '3000',
      per_month: null,
      until: null,
      ...proven(),
      ...change,
    },
  });
const setAccounts = (change: object = {}) =>
  server.call('POST /api/staff/clients/overrides/accounts', {
    as: officer,
    body: { client_id: ida.session.user.id, most: 5, until: null, ...proven(), ...change },
  });
const end = (change: object = {}) =>
  server.call('POST /api/staff/clients/overrides/end', {
    as: officer,
    body: { client_id: ida.session.user.id, kind: 'deposit', ...proven(), ...change },
  });
const read = async (as = agent) =>
  (await server.call('POST /api/staff/clients/overrides', { as, body: { client_id: ida.session.user.id } })).body;
const deposit = (amount: string) =>
  asker(server)('POST /api/payments/deposit', ida.session, {
    wallet_id: ida.wallet.walletId,
    method: 'bank_transfer',
    amount,
  });
const limitsOf = async () => (await server.call('POST /api/payments/limits', { as: ida.session })).body.deposit;
const today = () => server.clock.now().toISOString().slice(0, 10);

describe('what holds for one client alone', () => {
  it('is refused in its order', async () => {
    const card = { as: agent, body: { client_id: unknown } };
    expect((await server.call('POST /api/staff/clients/overrides', card)).refusal.code).toBe('http.not_found');
    const past = { until: '2020-01-01' };
    for (const act of [setLimits, setAccounts, end]) {
      expect((await act({ client_id: unknown })).refusal.code).toBe('http.not_found');
      expect((await act({ client_id: officer.user.id })).refusal.code).toBe('staff.own_profile');
      expect(codeOf(await act({ current_password: 'wrong' }))).toBe('auth.current_password');
    }
    expect(codeOf(await setLimits({ ...past, per_day: '1', current_password: 'wrong' }))).toBe('staff.override_until');
    expect(codeOf(await setAccounts({ ...past, current_password: 'wrong' }))).toBe('staff.override_until');
    for (const wrong of [{ per_day: '2999.99' }, { per_month: '1' }, { per_day: null, per_month: '2999' }]) {
      expect(codeOf(await setLimits({ ...wrong, current_password: 'wrong' }))).toBe('staff.override_order');
    }
    expect((await setLimits({ per_day: '1e9' })).status).toBe(422);
    expect((await end()).refusal.code).toBe('staff.override_none');
    expect(await server.db.rows(sql`select from client_override`)).toEqual([]);
    expect((await limitsOf()).own).toBeNull();
  });

  it('counts at once for what he pays in, is told, and the house’s rule stands beside it', async () => {
    expect((await deposit('1000')).refusal.code).toBe('payments.limit_operation');
    expect((await setLimits()).status).toBe(200);
    expect(await limitsOf()).toMatchObject({
      own: { until: null },
      limits: [{ limit: '3000.00' }, { limit: '3000.00' }, { limit: null }],
    });
    expect((await read()).deposit).toMatchObject({
      allowed: true,
      house: { per_operation: '500.00', per_day: '500.00', per_month: '500.00' },
      own: {
        per_operation: '3000.00',
        per_month: null,
        reason: 'A large transfer is due.',
        by: 'Carl Berg',
        until: null,
      },
    });
    const [mail] = await mailsTo(server, ida.session.user.email);
    expect(mail?.subject).toContain('Your limits were changed');
    const { body } = await server.call('POST /api/settings/activity', { as: ida.session, body: {} });
    expect(body[0]).toMatchObject({ act: 'staff.set_limits', reason: 'A large transfer is due.' });
    const [entry] = await server.db.rows<{ details: object }>(
      sql`select details from audit_entry where act = 'staff.set_limits'`,
    );
    expect(entry?.details).toMatchObject({ kind: 'deposit', from: '–', to: '3000.00 / 3000.00 / –' });
  });

  it('lets no more through than it says, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => deposit('1000')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.find(({ status }) => status !== 200)?.refusal.code).toBe('payments.limit_day');
  });

  it('is set and ended by one of many at once, each written down as it was', async () => {
    const answers = await Promise.all([
      ...['4000', '5000', '6000'].map((per_day) => setLimits({ per_operation: '4000', per_day })),
      end(),
      end(),
    ]);
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
    const chain = await server.db.rows<{ details: { from: string; to: string } }>(sql`
      select details from audit_entry where details ->> 'kind' = 'deposit' order by id`);
    for (const [place, { details }] of chain.entries()) expect(details.from).toBe(chain[place - 1]?.details.to ?? '–');
  });

  it('ends with its last day, and before it by one act', async () => {
    expect((await setLimits({ until: today() })).status).toBe(200);
    expect((await limitsOf()).own).toEqual({ until: today() });
    server.clock.advance(86_400_000);
    const again = await server.signIn({ email: ida.session.user.email });
    ida.session = again;
    officer = await server.signIn({ email: officer.user.email });
    agent = await server.signIn({ email: agent.user.email });
    expect((await limitsOf()).own).toBeNull();
    expect((await end()).refusal.code).toBe('staff.override_none');
    expect((await setLimits()).status).toBe(200);
    expect((await end()).status).toBe(200);
    expect(await limitsOf()).toMatchObject({ own: null, limits: [{ limit: '500.00' }, {}, {}] });
  });

  it('gives no right that his level has not', async () => {
    expect((await setLimits({ kind: 'withdrawal' })).status).toBe(200);
    const { body } = await server.call('POST /api/payments/limits', { as: ida.session });
    expect(body.withdrawal.allowed).toBe(false);
    expect((await read()).withdrawal.allowed).toBe(false);
  });

  it('says how many trading accounts he may have, also to those who ask at once', async () => {
    expect((await setAccounts()).status).toBe(200);
    const create = () =>
      server.call('POST /api/trading-account/create', { as: ida.session, body: { currency_id: 'USD' } });
    const answers = await Promise.all(Array.from({ length: 8 }, create));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await read()).trading_accounts).toMatchObject({ house: 3, open: 5, own: { most: 5 } });
    const { user } = await server.signIn({ email: ida.session.user.email });
    expect(user.trading_account_limit).toBe(5);
    expect((await end({ kind: 'trading_accounts' })).status).toBe(200);
    expect((await server.signIn({ email: ida.session.user.email })).user.trading_account_limit).toBe(3);
  });
});
