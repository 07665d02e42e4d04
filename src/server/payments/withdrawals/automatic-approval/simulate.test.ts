import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { AutomaticApproval } from '#contract/settings/values/automatic-approval.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { ruleOf, rulesOf, simulate, switchOn } from '#test/money/automatic-approval.ts';
import { asker, confirmedDestination, newIban, newPayer, submitted, type Payer } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { readFacts } from './facts.ts';
import { replay } from './simulate.ts';

let server: TestServer;
let ada: Session;
let vera: Session;
let ines: Session;
beforeAll(async () => {
  server = await startServer();
  ada = await server.register({ roles: ['client', 'admin'] });
  vera = await server.register({ roles: ['client', 'compliance'] });
  ines = await server.register({ roles: ['client', 'finance'] });
  // Remembered, as hours pass.
  await server.signIn({ email: ines.user.email, remember: true, as: ines });
});
afterAll(() => server.close());
beforeEach(() => server.db.run(sql`delete from rate_window`));

const step = (name: 'assign' | 'reject', payment_id: string, more: object = {}) =>
  asker(server)(`POST /api/staff/payments/${name}`, ines, { payment_id, ...more });

/** Withdrawals of long ago that ended without a booking: as many as wanted, a minute apart. */
async function fill({ session, wallet }: Payer, destination: string, count: number): Promise<void> {
  const before = sql`${server.clock.now()}::timestamptz - interval '60 days'`;
  await server.db.run(sql`update person set created_at = ${before} where id = ${session.user.id}`);
  await server.db.run(sql`update payment_destination set confirmed_at = ${before} where id = ${destination}`);
  await server.db.run(sql`
    insert into payment (id, kind, state, client_id, wallet_id, currency, method, amount, usd, destination_id, created_by, approvals_needed,
                         created_at, updated_at, counted_at)
    select gen_random_uuid(), 'withdrawal', 'cancelled', ${session.user.id}, ${wallet.walletId}, 'USD', 'bank_transfer', 1000, 1000,
           ${destination}, ${session.user.id}, 1, t, t, t
    from (select ${server.clock.now()}::timestamptz - interval '1 minute' * n as t from generate_series(1, ${count}) n) times`);
}

describe('the simulator', () => {
  it('decides as the live rules did, and shows what staff refused in fact', async () => {
    const value: AutomaticApproval = rulesOf({ max_day: '250' }, { day_count: 3 });
    await switchOn(server, [ada, vera], value);
    const payer = await newPayer(server, 3, 10_000_000n);
    const destination = await confirmedDestination(server, payer, { account: newIban() });
    const ids: string[] = [];
    for (const amount of ['100', '600', '20', '100']) {
      ids.push(await submitted(server, payer, destination, amount));
      server.clock.advance(7 * 3_600_000);
    }
    const live = await server.db.rows<{ id: string; rule: string; missed: string | null }>(sql`
      select payment_id as id, rule, missed from automatic_approval where payment_id = any(${ids}::uuid[]) order by at`);
    expect(live.map(({ missed }) => missed)).toEqual([null, 'amount', 'day_sum', 'day_sum']);
    const tried = replay(await readFacts(server.db, sql`p.id = any(${ids}::uuid[])`, value), value, {
      secondApproverFrom: 1_000_000n,
      approverDayTotal: 10_000_000n,
    });
    expect(tried.map(({ facts, verdict }) => ({ id: facts.paymentId, ...verdict }))).toEqual(live);

    const refused = ids[1] ?? '';
    await step('assign', refused);
    await step('reject', refused, { reason: 'source_unclear' });
    const wide = { ...value, rules: [ruleOf({ max_amount: '1000', max_day: '5000' })] };
    const { body } = await simulate(server, ines, wide);
    expect(body).toMatchObject({
      count: 4,
      since: new Date(server.clock.now().getTime() - 90 * 86_400_000).toISOString(),
      rules: [{ name: 'Small', count: 4, usd: '820.00', refused: { count: 1, usd: '600.00' } }],
      missed: [],
    });
    expect(body.approved[0]).toMatchObject({ payment_id: refused, state: 'rejected', rule: 'Small', usd: '600.00' });
  });

  it('counts a destination as used until its payout came back', async () => {
    const payer = await newPayer(server, 3, 10_000_000n);
    const destination = await confirmedDestination(server, payer, { account: newIban() });
    const withdrawn = async () => {
      server.clock.advance(60_000);
      return submitted(server, payer, destination, '10');
    };
    const first = await withdrawn();
    for (const each of ['assign', 'approve', 'mark-sent'] as const)
      await asker(server)(`POST /api/staff/payments/${each}`, ines, { payment_id: first });
    const second = await withdrawn();
    server.clock.advance(60_000);
    await server.db.run(sql`
      insert into payment_status_history (id, payment_id, client_id, state, by_kind, at)
      values (${newId()}, ${first}, ${payer.session.user.id}, 'failed', 'system', ${server.clock.now()})`);
    const third = await withdrawn();
    const facts = await readFacts(server.db, sql`p.id = any(${[second, third]}::uuid[])`, rulesOf());
    expect(facts.map(({ paymentId, usedBefore }) => [paymentId, usedBefore])).toEqual([
      [third, false],
      [second, true],
    ]);
  });

  it('counts the cap of a day over all clients, and names what was missed', async () => {
    const payer = await newPayer(server, 3, 10_000_000n);
    const destination = await confirmedDestination(server, payer, { account: newIban() });
    await fill(payer, destination, 4);
    const before =
      (await simulate(server, ines, rulesOf({ name: 'Wide', max_amount: '1000' }))).body.rules[0]?.count ?? 0;
    const { body } = await simulate(server, ines, rulesOf({ name: 'Wide', max_amount: '1000' }, { day_count: 1 }));
    const approved = body.rules[0]?.count ?? 0;
    expect(approved).toBeLessThan(before);
    expect(body.missed).toEqual([
      { rule: 'Wide', condition: 'the daily limit for all clients', count: body.count - approved },
    ]);
  });

  it('answers for 5,000 withdrawals of one client', async () => {
    const payer = await newPayer(server, 3, 10_000_000n);
    const destination = await confirmedDestination(server, payer, { account: newIban() });
    await fill(payer, destination, 5000);
    const { body } = await simulate(server, ines, rulesOf({ name: 'Many', max_month: '1000' }));
    expect(body.count).toBeGreaterThanOrEqual(5000);
    // 100 of 10 USD each within 30 days, with none before.
    expect(body.missed.find(({ condition }) => condition === 'the 30-day total')?.count).toBeGreaterThanOrEqual(4900);
    expect(body.approved.length).toBeLessThanOrEqual(50);
  });
});
