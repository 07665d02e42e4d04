import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Role } from '#contract/kernel/endpoint.ts';
import { newId } from '#server/platform/id.ts';
import { sql } from '#server/platform/db/sql.ts';
import { asker, newPayer, openBank, reported } from '#test/money/payments.ts';
import { declared } from '#test/compliance/verification.ts';
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
async function show(role: Role, body: Asked = {}) {
  server.clock.advance(31_000);
  return (await server.call('POST /api/staff/dashboard', { as: staff[role] as Session, body })).body;
}

type Asked = { period?: 'days_7' | 'days_30' | 'days_90' | 'quarter'; from?: string; to?: string };

describe('the dashboard', () => {
  it('has zeroes for thirty days and thirty before them for an empty broker', async () => {
    const { people, money, funnel, offerings, figures, days, days_before: before } = await show('admin');
    expect(people).toEqual({ clients: 4, verified: 0, active_week: 4, active_month: 4 });
    expect([days, before].map(({ length }) => length)).toEqual([30, 30]);
    expect(money).toMatchObject({ currencies: [], wallets: '0.00', accounts: '0.00' });
    expect(figures.map(({ name, total, total_before: earlier }) => [name, total, earlier])).toEqual([
      ['deposits', '0.00', '0.00'],
      ['withdrawals', '0.00', '0.00'],
      ['net', '0.00', '0.00'],
      ['result', '0.00', '0.00'],
      ['traders', '0', '0'],
      ['volume', '0.00', '0.00'],
      ['registrations', '4', '0'],
      ['first_deposits', '0', '0'],
      ['first_answer', null, null],
    ]);
    expect(figures.every((figure) => figure.days.length === 30 && figure.days_before.length === 30)).toBe(true);
    expect(funnel.map(({ count }) => count)).toEqual([4, expect.any(Number), 0, 0, 0]);
    expect(offerings).toEqual([]);
  });

  it('shows each role its own figures', async () => {
    const kinds = async (role: Role) => (await show(role)).work.map(({ kind }) => kind);
    expect(await kinds('support')).toEqual(['tickets', 'emails']);
    expect(await kinds('finance')).toEqual([
      'money_queue',
      'approval_needed',
      'transfers',
      'reconciliation',
      'approvals',
    ]);
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
    const figures = async (role: Role) => (await show(role)).figures.map(({ name }) => name);
    expect(await figures('support')).toEqual(['registrations', 'first_deposits', 'first_answer']);
    expect(await figures('finance')).not.toContain('first_answer');
    expect(await figures('admin')).toHaveLength(9);
    const client = await server.register();
    expect((await server.call('POST /api/staff/dashboard', { as: client, body: {} })).status).toBe(403);
  });

  it('counts money by day and currency, and clients by progress', async () => {
    const payer = await newPayer(server, 3);
    await deposit(server.db, payer.session.user.id, 12_345n, server.clock.now());
    const { money, funnel, people, figures } = await show('finance');
    const of = (name: string) => figures.find((figure) => figure.name === name);
    expect(money).toMatchObject({ wallets: '123.45', accounts: '0.00' });
    for (const [name, sum] of [
      ['deposits', '123.45'],
      ['withdrawals', '0.00'],
      ['net', '123.45'],
      ['first_deposits', '1'],
    ] as const)
      expect(of(name)).toMatchObject({ total: sum, days: expect.arrayContaining([sum]) });
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

  it('takes the periods by days in UTC, and as many days before', async () => {
    const ends = async (body: Asked) => {
      const { at, days, days_before: before } = await show('admin', body);
      const today = Date.parse(at.slice(0, 10));
      const ago = (day = '') => (today - Date.parse(day)) / 86_400_000;
      return [ago(before[0]), ago(before.at(-1)), ago(days[0]), ago(days.at(-1))];
    };
    expect(await ends({ period: 'days_7' })).toEqual([13, 7, 6, 0]);
    expect(await ends({ period: 'days_90' })).toEqual([179, 90, 89, 0]);
    expect(await ends({ from: '1999-01-01' })).toEqual([731, 366, 365, 0]);
    expect(await ends({ from: '2999-01-01', to: '2999-01-02' })).toEqual([1, 1, 0, 0]);
    expect((await show('admin', { period: 'quarter' })).days[0]).toMatch(/^\d{4}-(?:01|04|07|10)-01$/);
    const past = await show('admin', { from: '2020-02-28', to: '2020-03-01' });
    expect([past.days_before, past.days]).toEqual([
      ['2020-02-25', '2020-02-26', '2020-02-27'],
      ['2020-02-28', '2020-02-29', '2020-03-01'],
    ]);
    const body = { from: '2020-03-01', to: '2020-02-28' };
    expect((await server.call('POST /api/staff/dashboard', { as: staff.admin as Session, body })).status).toBe(422);
  });

  it('compares with the period before, and gives the lists what makes a figure', async () => {
    const payer = await newPayer(server, 3);
    const at = (days: number) => new Date(server.clock.now().getTime() - days * 86_400_000);
    await deposit(server.db, payer.session.user.id, 1_000n, at(9));
    await deposit(server.db, payer.session.user.id, 200n, at(8));
    const { figures } = await show('admin', { period: 'days_7' });
    expect(figures.find(({ name }) => name === 'deposits')).toMatchObject({ total_before: '12.00' });
    expect(figures.find(({ name }) => name === 'first_deposits')).toMatchObject({ total_before: '1' });
    const day = at(0).toISOString().slice(0, 10);
    const registered = await server.call('POST /api/staff/clients', {
      as: staff.admin as Session,
      body: { registered_from: day, registered_to: day },
    });
    const counted = (await show('admin', { from: day, to: day })).figures.find(({ name }) => name === 'registrations');
    expect(String(registered.body.clients.length)).toBe(counted?.total);
    const none = { registered_from: '2020-01-01', registered_to: '2020-01-02' };
    const found = await server.call('POST /api/staff/clients', { as: staff.admin as Session, body: none });
    expect(found.body.clients).toEqual([]);
  });

  it('shows the median of the first answers of a day', async () => {
    const { user } = await server.register();
    const support = staff.support?.user.id ?? '';
    /** Opened two days ago, with its first message and its first answer so many minutes later. */
    const talk = async (by: string, written: number, minutes: number | null) => {
      const after = (length: number) => new Date(server.clock.now().getTime() - 2 * 86_400_000 + length * 60_000);
      const [id, began] = [newId(), after(0)];
      await server.db.run(sql`
        insert into conversation (id, kind, client_id, status, created_at, updated_at, client_at, first_replied_at)
        values (${id}, 'chat', ${user.id}, 'resolved', ${began}, ${began}, ${began}, ${minutes === null ? null : after(minutes)})`);
      await server.db.run(sql`
        insert into conversation_message (id, conversation_id, seq, client_seq, author_id, kind, body, sent_at)
        values (${newId()}, ${id}, 1, 1, ${by}, 'text', 'Hello', ${after(written)})`);
    };
    await talk(user.id, 0, 2);
    await talk(user.id, 600, 604);
    await talk(user.id, 0, 60);
    await talk(user.id, 0, null);
    for (let n = 0; n < 3; n++) await talk(support, 0, 0);
    const figure = (await show('support')).figures.find(({ name }) => name === 'first_answer');
    expect(figure).toMatchObject({ total: '240', total_before: null });
    expect(figure?.days.filter((value) => value !== null)).toEqual(['240']);
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

  it('counts it as the menu does, a request that never lapses as well', async () => {
    const { wallet } = await newPayer(server, 3);
    const gift = { wallet_id: wallet.walletId, direction: 'give', amount: '25', category: 'goodwill', note: 'A gift' };
    await asker(server)('POST /api/staff/payments/adjust', staff.finance as Session, gift);
    for (const role of ['finance', 'compliance', 'admin'] as const) {
      const { queues } = (await server.call('POST /api/staff/waiting', { as: staff[role] as Session, body: {} })).body;
      const counted = new Map((await show(role)).work.map(({ kind, count }) => [kind, count]));
      expect(queues.approvals).toBeGreaterThan(0);
      expect([counted.get('approvals'), counted.get('money_queue')]).toEqual([queues.approvals, queues.payments]);
    }
  });

  it('counts what is late of it', async () => {
    const late = async (role: Role) =>
      (await server.call('POST /api/staff/waiting', { as: staff[role] as Session, body: {} })).body.overdue;
    const before = (await late('compliance')).verification ?? 0;
    await declared(server);
    expect(await late('compliance')).toEqual({ verification: before });
    await server.db.run(
      sql`update verification_case set due_at = ${server.clock.now()}::timestamptz - interval '1 hour' where due_at is not null`,
    );
    expect((await late('compliance')).verification).toBeGreaterThan(before);
    expect(await late('finance')).toEqual({});
  });
});
