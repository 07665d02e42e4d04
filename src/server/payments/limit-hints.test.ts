import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { asker, card, codeOf, confirmedDestination, newPayer, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let payer: Payer;
let officer: Session;
beforeAll(async () => {
  server = await startServer();
  officer = await server.register({ roles: ['client', 'compliance'] });
});
afterAll(() => server.close());
beforeEach(async () => {
  payer = await newPayer(server, 2);
});

const now = async (kind: 'deposit' | 'withdrawal', currency = 'USD') => {
  const { body } = await asker(server)('POST /api/payments/methods', payer.session, {});
  const offer = body[kind].find(({ method }) => method === 'sandbox');
  return offer?.terms.find((each) => each.currency === currency)?.now;
};
const pay = (amount: string) =>
  asker(server)('POST /api/payments/deposit', payer.session, {
    wallet_id: payer.wallet.walletId,
    method: 'sandbox',
    amount,
    card,
  });
const override = (kind: 'deposit' | 'withdrawal', perDay: number) =>
  server.db.run(sql`
    insert into client_override (client_id, kind, per_operation, per_day, per_month, reason, set_by, set_at)
    values (${payer.session.user.id}, ${kind}, ${perDay}, ${perDay}, ${perDay}, 'Seen in person.', ${officer.user.id}, ${server.clock.now()})`);
const levels = async () => (await server.call('POST /api/verification', { as: payer.session, body: {} })).body.levels;

describe('what a client may move now', () => {
  it('is what their level leaves, after what they have used, and exactly that is taken', async () => {
    expect(await now('deposit')).toBe('2000.00');
    await pay('750.50');
    expect(await now('deposit')).toBe('1249.50');
    expect(codeOf(await pay('1249.51'))).toBe('payments.limit_day');
    expect((await pay('1249.50')).status).toBe(200);
    expect(await now('deposit')).toBe('0.00');
  });

  it('is in the currency of the wallet, worth no more than the limit', async () => {
    await server.db.run(sql`update currency set usd_rate = '1.0837' where code = 'EUR'`);
    expect(await now('deposit', 'EUR')).toBe('1845.52');
  });

  it('is what staff have set for the client, and the verification page shows the same for every level', async () => {
    await override('deposit', 30_000);
    expect(await now('deposit')).toBe('300.00');
    const limits = (await levels()).slice(1).map(({ deposit }) => deposit.limit);
    expect(new Set(limits.map((limit) => JSON.stringify(limit)))).toEqual(
      new Set([JSON.stringify({ span: 'month', amount: '300.00' })]),
    );
  });

  it('names the longest period that has a limit', async () => {
    await server.db.run(sql`update payment_limit set per_month = null where level = 4 and kind = 'deposit'`);
    const [highest] = (await levels()).slice(-1);
    expect(highest?.deposit.limit).toEqual({ span: 'day', amount: '2000000.00' });
  });

  it('is nothing without the level, under a restriction, or in the cooling-off period after a change', async () => {
    expect(await now('withdrawal')).toBe('0.00');
    await server.db.run(sql`update person set verification_level = 3 where id = ${payer.session.user.id}`);
    await confirmedDestination(server, payer);
    expect(Number(await now('withdrawal'))).toBeGreaterThan(1000);
    await server.db.run(
      sql`update person set security_changed_at = ${server.clock.now()} where id = ${payer.session.user.id}`,
    );
    expect(await now('withdrawal')).toBe('0.00');
  });

  it('is wider for a withdrawal by the tier', async () => {
    await server.db.run(sql`update person set verification_level = 3 where id = ${payer.session.user.id}`);
    const { max } = await server.db.one<{ max: string }>(sql`
      update payment_terms set max_amount = 1000000000 where method = 'sandbox' and kind = 'withdrawal' and currency = 'USD' returning max_amount::text as max`);
    expect(max).toBe('1000000000');
    expect(await now('withdrawal')).toBe('25000.00');
    await server.db.run(sql`
      insert into client_tier (client_id, earned_tier, since, changed_at)
      values (${payer.session.user.id}, 'vip', ${server.clock.now()}, ${server.clock.now()})`);
    const { factor } = await server.db.one<{ factor: string }>(sql`
      select value as factor from tier_benefit where tier = 'vip' and benefit = 'withdrawal_limit_factor'`);
    expect(Number(factor)).toBeGreaterThan(1);
    expect(await now('withdrawal')).toBe(`${25_000 * Number(factor)}.00`);
  });
});
