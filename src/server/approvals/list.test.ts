import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalRequest } from '#contract/approvals/endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { applyFor } from '#test/ipo/book.ts';
import { bringTo } from '#test/ipo/offerings.ts';
import { openStaffScreen } from '#test/ipo/staff.ts';
import { asker, codeOf, confirmedDestination, newPayer, openBank, reported, submitted } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** The list of what waits for a second person, of every kind, and the history of what was decided. */
let server: TestServer;
let ines: Session;
let paul: Session;
let viktor: Session;
let sven: Session;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  const hired = (first_name: string, role: 'finance' | 'compliance' | 'support') =>
    server.register({ first_name, second_name: 'Moreau', roles: ['client', role] });
  [ines, paul, viktor, sven] = [
    await hired('Inès', 'finance'),
    await hired('Paul', 'finance'),
    await hired('Viktor', 'compliance'),
    await hired('Sven', 'support'),
  ];
});
afterAll(() => server.close());

const listed = async (as: Session) =>
  (await server.call('POST /api/staff/approvals', { as, body: {} })).body.approval_requests;
const ended = (as: Session, body: { kind?: ApprovalRequest['kind']; cursor?: string } = {}) =>
  server.call('POST /api/staff/approvals/history', { as, body });
const about = async (as: Session, key: string) =>
  (await listed(as)).find((each) => 'key' in each && each.key === key) ?? null;
const endedAbout = async (as: Session, key: string) =>
  (await ended(as, { kind: 'payment' })).body.approval_requests.find((each) => 'key' in each && each.key === key);
const act = (as: Session, action: 'approve' | 'assign' | 'credit', body: { payment_id: string; received?: string }) =>
  asker(server)(`POST /api/staff/payments/${action}`, as, body);

describe('a payment that waits for its second approver', () => {
  it('is listed with its amount and client, until it is in the history with who decided', async () => {
    const payer = await newPayer(server);
    const payment_id = await reported(server, payer, '12000');
    await act(ines, 'credit', { payment_id, received: '12000' });
    expect(await about(paul, payment_id)).toMatchObject({
      kind: 'payment',
      client: { id: payer.session.user.id },
      author: 'Inès Moreau',
      own: false,
      may_decide: true,
      decision: null,
      expires_at: null,
      value: { action: 'credit_deposit', kind: 'deposit', amount: '12000.00', currency: 'USD', destination: null },
    });
    expect(await about(ines, payment_id)).toMatchObject({ own: true, may_decide: false });
    expect(await about(viktor, payment_id)).toMatchObject({ own: false, may_decide: false });
    expect(await about(sven, payment_id)).toBeNull();
    expect((await act(paul, 'credit', { payment_id, received: '12000' })).body.payment.state).toBe('credited');
    expect(await about(paul, payment_id)).toBeNull();
    expect(await endedAbout(viktor, payment_id)).toMatchObject({
      may_decide: false,
      decision: { state: 'approved', by: 'Paul Moreau', same_network: false, overrule: null },
    });
  });

  it('is listed with where its money goes, and ends without a decision when its client cancels it', async () => {
    const payer = await newPayer(server, 4, 10_000_000n);
    const payment_id = await submitted(server, payer, await confirmedDestination(server, payer), '20000');
    await act(ines, 'assign', { payment_id });
    await act(ines, 'approve', { payment_id });
    expect(await about(paul, payment_id)).toMatchObject({
      value: { action: 'approve', amount: '20000.00', destination: { account: 'GB29 •••• 6819' } },
    });
    await asker(server)('POST /api/payments/cancel', payer.session, { payment_id });
    expect(await about(paul, payment_id)).toBeNull();
    expect(await endedAbout(paul, payment_id)).toMatchObject({ decision: { state: 'expired', by: null } });
  });

  it('ends without a decision when a colleague takes it over, and the next approval is the first one', async () => {
    const payer = await newPayer(server, 4, 10_000_000n);
    const payment_id = await submitted(server, payer, await confirmedDestination(server, payer), '20000');
    await act(ines, 'assign', { payment_id });
    await act(ines, 'approve', { payment_id });
    await act(paul, 'assign', { payment_id });
    expect(await endedAbout(paul, payment_id)).toMatchObject({ author: 'Inès Moreau', decision: { state: 'expired' } });
    expect((await act(paul, 'approve', { payment_id })).body.payment).toMatchObject({
      state: 'in_review',
      approvals: 1,
    });
    expect(await about(ines, payment_id)).toMatchObject({ author: 'Paul Moreau', may_decide: true });
  });

  it.each([
    ['declined', () => paul],
    ['withdrawn', () => ines],
  ] as const)('is %s by the person who rejects it', async (state, who) => {
    const payment_id = await reported(server, await newPayer(server), '12000');
    await act(ines, 'credit', { payment_id, received: '12000' });
    const body = { payment_id, reason: 'not_received' };
    const rejected = await asker(server)('POST /api/staff/payments/reject', who(), body);
    expect(rejected.body).toMatchObject({ payment: { state: 'rejected' } });
    expect(await endedAbout(viktor, payment_id)).toMatchObject({ decision: { state, by: expect.any(String) } });
  });

  it('is not decided on by the endpoints of other requests', async () => {
    const payment_id = await reported(server, await newPayer(server), '12000');
    await act(ines, 'credit', { payment_id, received: '12000' });
    const id = (await about(paul, payment_id))?.id ?? '';
    const body = { approval_request_id: id, current_password: paul.password };
    expect(codeOf(await server.call('POST /api/staff/approvals/approve', { as: paul, body }))).toBe('http.not_found');
  });
});

it('a large adjustment takes its maker and two approvers, each listed for the next', async () => {
  const third = await server.register({ first_name: 'Olga', roles: ['client', 'finance'] });
  const { wallet } = await newPayer(server);
  const input = {
    wallet_id: wallet.walletId,
    direction: 'give',
    amount: '20000',
    category: 'goodwill',
    note: 'A gift',
  };
  const { id } = (await asker(server)('POST /api/staff/payments/adjust', ines, input)).body.payment;
  const decide = (as: Session) =>
    asker(server)('POST /api/staff/payments/decide-adjustment', as, { payment_id: id, decision: 'approve' });
  expect(await about(paul, id)).toMatchObject({ author: 'Inès Moreau', reason: 'A gift', may_decide: true });
  expect((await decide(paul)).body.payment).toMatchObject({ state: 'proposed', approvals: 1, approvals_needed: 2 });
  expect(await about(third, id)).toMatchObject({ author: 'Paul Moreau', may_decide: true });
  expect(await about(ines, id)).toMatchObject({ own: false, may_decide: false });
  expect(codeOf(await decide(ines))).toBe('payments.own_approval_request');
  expect(codeOf(await decide(paul))).toBe('payments.approved_by_you');
  const byMaker = sql`
    update approval_request set state = 'approved', decided_by = ${ines.user.id}, decided_at = ${server.clock.now()}
    where payment_id = ${id} and state = 'open'`;
  await expect(server.app.db.run(byMaker)).rejects.toMatchObject({ constraint: 'approver_may_approve' });
  expect((await decide(third)).body.payment).toMatchObject({ state: 'posted', approvals: 2 });
});

it('a step of an offering is listed with its price and whom it touches', async () => {
  const screen = openStaffScreen(server, ines);
  const id = await screen.publish();
  await applyFor(server.db, id, 100);
  await bringTo(server, id, 'closed');
  await screen.action('propose-price', id, { price: '19.00' });
  expect(await about(paul, id)).toMatchObject({
    kind: 'offering',
    client: null,
    may_decide: true,
    value: { action: 'price', price: '19.00', method: null, clients: 1 },
  });
  expect(await about(sven, id)).toBeNull();
});

describe('the history', () => {
  it('has pages, one kind or all, and is closed to support', async () => {
    const at = server.clock.now();
    await server.db.run(sql`
      insert into approval_request (id, kind, key, was, value, reason, author_id, created_at, expires_at)
      select gen_random_uuid(), 'api_key', gen_random_uuid(), 'null', '{"name": "Site", "scopes": [], "addresses": [], "ends_on": null}',
             'for the test', ${ines.user.id}, ${at}, ${new Date(at.getTime() + 1000)} from generate_series(1, 51)`);
    await server.db.run(sql`
      update approval_request set state = 'expired', decided_at = ${at} where kind = 'api_key' and state = 'open'`);
    const first = (await ended(viktor, { kind: 'api_key' })).body;
    expect(first.approval_requests).toHaveLength(50);
    const rest = (await ended(viktor, { kind: 'api_key', cursor: first.next_cursor ?? '' })).body;
    expect([rest.approval_requests.length, rest.next_cursor]).toEqual([1, null]);
    const ids = [...first.approval_requests, ...rest.approval_requests].map(({ id }) => id);
    expect(new Set(ids).size).toBe(51);
    expect((await ended(paul, { kind: 'api_key' })).body.approval_requests).toEqual([]);
    const { approval_requests: all } = (await ended(paul)).body;
    expect(new Set(all.map(({ kind }) => kind))).toEqual(new Set(['payment', 'offering']));
    expect((await ended(sven)).status).toBe(403);
  });
});
