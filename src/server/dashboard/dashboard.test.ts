import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#contract/kernel/endpoint.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newPayer, openBank, reported } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { deposit } from '#test/money/wallet.ts';

let server: TestServer;
const staff: Partial<Record<Role, Session>> = {};
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  for (const role of ['support', 'compliance', 'finance', 'admin'] as const) {
    staff[role] = await server.register({ roles: ['client', role] });
  }
});
afterAll(() => server.close());

/** The figures as a person with this role sees them, counted now. */
async function show(role: Role) {
  server.clock.advance(31_000);
  return (await server.call('POST /api/staff/dashboard', { as: staff[role] as Session, body: {} })).body;
}

describe('the dashboard', () => {
  it('has zeroes and thirty days for an empty broker', async () => {
    const { people, money, funnel, offerings } = await show('admin');
    expect(people).toMatchObject({ clients: 4, today: 4, week: 4, month: 4, verified: 0 });
    expect(people.days).toHaveLength(30);
    expect(money).toMatchObject({ flow: { in: '0.00', out: '0.00', net: '0.00' }, wallets: '0.00', accounts: '0.00' });
    expect(money?.days).toHaveLength(30);
    expect(funnel.map(({ count }) => count)).toEqual([4, expect.any(Number), 0, 0, 0]);
    expect(offerings).toEqual([]);
  });

  it('shows each role its own figures', async () => {
    const kinds = async (role: Role) => (await show(role)).work.map(({ kind }) => kind);
    expect(await kinds('support')).toEqual(['tickets', 'emails']);
    expect(await kinds('finance')).toEqual(['money_queue', 'approval_needed', 'transfers', 'reconciliation']);
    expect(await kinds('compliance')).toEqual([
      'money_queue',
      'approval_needed',
      'transfers',
      'reconciliation',
      'verification',
      'approvals',
      'emails',
    ]);
    expect(await kinds('admin')).toHaveLength(10);
    expect((await show('support')).money).toBeNull();
    const client = await server.register();
    expect((await server.call('POST /api/staff/dashboard', { as: client, body: {} })).status).toBe(403);
  });

  it('counts money by day and currency, and clients by progress', async () => {
    const before = (await show('finance')).money;
    const payer = await newPayer(server, 3);
    await deposit(server.db, payer.session.user.id, 12_345n, server.clock.now());
    const { money, funnel, people } = await show('finance');
    expect(before?.flow.in).toBe('0.00');
    expect(money).toMatchObject({
      flow: { in: '123.45', out: '0.00', net: '123.45' },
      wallets: '123.45',
      accounts: '0.00',
    });
    expect(money?.days.at(-1)).toMatchObject({ in: '123.45' });
    expect(money?.currencies).toMatchObject([{ currency: 'USD', in: '123.45', wallets: '123.45' }]);
    expect(people.verified).toBe(1);
    expect(funnel.map(({ step, count }) => [step, count])).toEqual(
      expect.arrayContaining([
        ['verified', 1],
        ['deposited', 1],
        ['traded', 0],
      ]),
    );
  });

  it('shows open work and its age', async () => {
    const payer = await newPayer(server, 3);
    const at = server.clock.now().toISOString();
    await reported(server, payer, '50.00');
    server.clock.advance(3_600_000);
    const work = (await show('finance')).work.find(({ kind }) => kind === 'money_queue');
    expect(work).toEqual({ kind: 'money_queue', count: 1, oldest_at: at });
    await server.db.run(sql`insert into job (name, finished_at, failure) values ('some.job', now(), 'it broke')`);
    expect((await show('admin')).work.find(({ kind }) => kind === 'jobs')?.count).toBe(1);
  });

  it('counts once for all calls within half a minute', async () => {
    const first = await show('admin');
    server.clock.advance(20_000);
    const body = { as: staff.finance as Session, body: {} };
    expect((await server.call('POST /api/staff/dashboard', body)).body.at).toBe(first.at);
    server.clock.advance(20_000);
    expect((await server.call('POST /api/staff/dashboard', body)).body.at).not.toBe(first.at);
  });

  it('counts what waits in the lists of each role', async () => {
    const waiting = async (role: Role) =>
      (await server.call('POST /api/staff/waiting', { as: staff[role] as Session, body: {} })).body.queues;
    const before = await waiting('admin');
    await reported(server, await newPayer(server, 3), '250.00');
    expect(await waiting('admin')).toEqual({ ...before, payments: (before.payments ?? 0) + 1 });
    expect(Object.keys(await waiting('support'))).toEqual(['conversations']);
    expect(Object.keys(await waiting('finance'))).toEqual(['payments', 'approvals']);
    expect(Object.keys(await waiting('compliance'))).toEqual(['verification', 'payments', 'approvals']);
    const client = await server.register();
    expect((await server.call('POST /api/staff/waiting', { as: client, body: {} })).status).toBe(403);
  });
});
