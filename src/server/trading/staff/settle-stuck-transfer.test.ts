import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '#server/ledger/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { startConnected, type Connected } from '#test/trading/external-platform.ts';
import { lastRequest } from '#test/trading/transfers.ts';
import { asker, codeOf } from '#test/money/payments.ts';
import type { Session, TestServer } from '#test/server.ts';
import { balancesOf, deposit, walletOf, type TestWallet } from '#test/money/wallet.ts';
import { openTradingAccount } from '../open-account.ts';

let external: Connected['external'];
let close: Connected['close'];
let server: TestServer;
let ines: Session;
let paul: Session;
let viktor: Session;
beforeAll(async () => {
  ({ external, server, close } = await startConnected());
  ines = await server.register({ first_name: 'Inès', second_name: 'Moreau', roles: ['client', 'finance'] });
  paul = await server.register({ first_name: 'Paul', second_name: 'Adler', roles: ['client', 'admin'] });
  viktor = await server.register({ roles: ['client', 'compliance'] });
});
afterAll(() => close());

let ida: Session;
let wallet: TestWallet;
let number: string;
beforeEach(async () => {
  ida = await server.register();
  await deposit(server.db, ida.user.id, 1_000n, server.clock.now());
  wallet = await walletOf(server.db, ida.user.id);
  ({ trading_account_id: number } = await openTradingAccount(server.app, ida.user, { currency_id: 'USD' }));
  await server.drain();
});
afterEach(() => external.trouble.failing.clear());

/** A transfer that the platform has booked, but whose result it does not return; by its id. */
async function stuck(direction: 'in' | 'out' = 'in', amount = '3', as = ida, of = wallet, account = number) {
  external.trouble.swallow = 1;
  const body = { trading_account_id: account, wallet_id: of.walletId, direction, amount, request_id: newId() };
  const moved = await server.call('POST /api/trading-account/transfer', { as, body });
  expect(moved.body.state).toBe('needs_reconciliation');
  external.trouble.failing.add(`transfer:${moved.body.id}`);
  return moved.body.id;
}

const list = (as: Session) => server.call('POST /api/staff/transfers', { as, body: {} });
const request = (as: Session, transfer_id: string) =>
  server.call('POST /api/staff/transfers/query-status', { as, body: { transfer_id } });
const propose = (as: Session, transfer_id: string, outcome: 'booked' | 'not_booked', key?: string) =>
  asker(server)(
    'POST /api/staff/transfers/propose',
    as,
    { transfer_id, outcome, note: 'Seen in the journal of the platform.' },
    key,
  );
async function decide(as: Session, transfer_id: string, decision: 'approve' | 'reject' = 'approve', key?: string) {
  const approval_request_id = await lastRequest(server.db, transfer_id);
  return asker(server)('POST /api/staff/transfers/decide', as, { transfer_id, approval_request_id, decision }, key);
}

const onAccount = async () =>
  (
    await server.db.one<{ amount: bigint }>(sql`
      select b.amount from trading_account t join ledger_balance b on b.account_id = t.ledger_account_id
      where t.number = ${number}::bigint`)
  ).amount;
/** Ida's notifications of transfers; none for one with an immediate result. */
async function notifiedIda(): Promise<string[]> {
  await server.drain();
  const { body } = await server.call('POST /api/notifications', { as: ida, body: {}, language: 'en' });
  return body.notifications
    .filter(({ kind }) => kind.startsWith('transfer_'))
    .map(({ kind, text }) => `${kind}: ${text.replaceAll('\u00a0', ' ')}`);
}
const currentStatus = async () => [...(await balancesOf(server.db, wallet)), await onAccount()];

describe('a transfer without a known result', () => {
  it('is in the queue of staff who may see it, with what is known and what they may do', async () => {
    const id = await stuck();
    const mine = (await list(ines)).body.transfers.find((each) => each.id === id);
    expect(mine).toMatchObject({
      direction: 'in',
      state: 'needs_reconciliation',
      amount: '3.00',
      currency: 'USD',
      trading_account_id: number,
      client: { id: ida.user.id, name: 'Ida Berg' },
      requested_at: null,
      approval_request: null,
      actions: ['query_status', 'propose'],
    });
    expect((await list(ines)).body.count).toBeGreaterThan(0);
    const seen = (await list(viktor)).body.transfers.find((each) => each.id === id);
    expect(seen?.actions).toEqual([]);
    expect((await list(ida)).status).toBe(403);
    expect((await request(viktor, id)).status).toBe(403);
  });

  it('is settled by the platform’s result as soon as there is one', async () => {
    const id = await stuck();
    const silent = await request(ines, id);
    expect(silent.body).toMatchObject({
      outcome: 'unknown',
      transfer: { state: 'needs_reconciliation', requested_at: server.clock.now().toISOString() },
    });
    expect(await currentStatus()).toEqual([700n, 300n, 0n]);
    external.trouble.failing.clear();
    expect((await request(ines, id)).body).toMatchObject({
      outcome: 'done',
      transfer: { state: 'completed', actions: [] },
    });
    expect(await currentStatus()).toEqual([700n, 0n, 300n]);
    expect(codeOf(await request(ines, id))).toBe('trading.transfer_settled');
    expect(await notifiedIda()).toEqual([expect.stringContaining(`USD 3.00 is on trading account ${number}.`)]);
  });

  it.each([
    ['in', 'booked', [700n, 0n, 300n], 'completed'],
    ['in', 'not_booked', [1_000n, 0n, 0n], 'rejected'],
  ] as const)('%s the account, ends as %s when two people confirm it', async (direction, outcome, after, state) => {
    const id = await stuck(direction);
    const proposed = await propose(ines, id, outcome);
    expect(proposed.body).toMatchObject({
      approval_request: { outcome, by: 'Inès Moreau' },
      actions: ['query_status'],
    });
    expect(await currentStatus()).toEqual([700n, 300n, 0n]);
    const { approval_requests: open } = (await server.call('POST /api/staff/approvals', { as: paul, body: {} })).body;
    expect(open.find((each) => each.kind === 'transfer' && each.key === id)).toMatchObject({
      client: { id: ida.user.id },
      may_decide: true,
      value: { direction, outcome, amount: '3.00', currency: 'USD', trading_account_id: number },
    });
    expect((await decide(paul, id)).body).toMatchObject({ state, approval_request: null, actions: [] });
    expect(await currentStatus()).toEqual(after);
    expect((await list(ines)).body.transfers.map((each) => each.id)).not.toContain(id);
    expect(await notifiedIda()).toEqual([expect.stringMatching(`^transfer_${state}: `)]);
  });

  it.each([
    ['booked', [1_000n, 0n, 0n], 'completed'],
    ['not_booked', [700n, 0n, 300n], 'rejected'],
  ] as const)('out of the account, ends as %s when two people confirm it', async (outcome, after, state) => {
    const body = { trading_account_id: number, wallet_id: wallet.walletId, direction: 'in' as const, amount: '3' };
    await server.call('POST /api/trading-account/transfer', { as: ida, body: { ...body, request_id: newId() } });
    const id = await stuck('out');
    await propose(paul, id, outcome);
    expect((await decide(ines, id)).body.state).toBe(state);
    expect(await currentStatus()).toEqual(after);
    expect(await notifiedIda()).toEqual([expect.stringMatching(`^transfer_${state}: `)]);
  });

  it('stays pending when the second person does not agree, and may be requested again', async () => {
    const id = await stuck();
    await propose(ines, id, 'booked');
    expect((await decide(paul, id, 'reject')).body).toMatchObject({
      state: 'needs_reconciliation',
      approval_request: null,
      actions: ['query_status', 'propose'],
    });
    expect(await currentStatus()).toEqual([700n, 300n, 0n]);
    expect((await propose(paul, id, 'not_booked')).body.approval_request?.outcome).toBe('not_booked');
  });

  it('is decided by the outcome that the second person has seen', async () => {
    const id = await stuck();
    const seen = (await propose(ines, id, 'booked')).body.approval_request;
    await decide(paul, id, 'reject');
    await propose(ines, id, 'not_booked');
    const body = { transfer_id: id, approval_request_id: seen?.id, decision: 'approve' };
    const decided = await asker(server)('POST /api/staff/transfers/decide', paul, body);
    expect(codeOf(decided)).toBe('approvals.request_closed');
    expect(await currentStatus()).toEqual([700n, 300n, 0n]);
    expect((await decide(paul, id)).body.state).toBe('rejected');
  });

  it('is refused in the contract’s order', async () => {
    const id = await stuck();
    const own = await server.register();
    await deposit(server.db, own.user.id, 1_000n, server.clock.now());
    const { trading_account_id: account } = await openTradingAccount(server.app, own.user, { currency_id: 'USD' });
    await server.drain();
    const ownId = await stuck('in', '1', own, await walletOf(server.db, own.user.id), account);
    await server.db.run(sql`update person set roles = '{client,finance}' where id = ${own.user.id}`);
    const key = newId();
    expect(codeOf(await propose(ines, newId(), 'booked'))).toBe('http.not_found');
    expect(codeOf(await propose(own, ownId, 'booked'))).toBe('payments.own_request');
    expect(codeOf(await request(own, ownId))).toBe('payments.own_request');
    expect(codeOf(await request(ines, newId()))).toBe('http.not_found');
    expect(codeOf(await decide(paul, newId()))).toBe('http.not_found');
    expect(codeOf(await decide(own, ownId))).toBe('payments.own_request');
    expect(codeOf(await decide(paul, id))).toBe('trading.no_outcome');
    const first = await propose(ines, id, 'booked', key);
    expect((await propose(ines, id, 'booked', key)).body).toEqual(first.body);
    expect(codeOf(await propose(ines, id, 'not_booked', key))).toBe('http.idempotency_mismatch');
    expect(codeOf(await propose(paul, id, 'not_booked'))).toBe('trading.outcome_proposed');
    expect(codeOf(await decide(ines, id))).toBe('payments.own_approval_request');
    const deciding = newId();
    const done = await decide(paul, id, 'approve', deciding);
    expect((await decide(paul, id, 'approve', deciding)).body).toEqual(done.body);
    expect(codeOf(await decide(paul, id, 'reject', deciding))).toBe('http.idempotency_mismatch');
    expect(codeOf(await decide(paul, id))).toBe('trading.transfer_settled');
    expect(codeOf(await propose(ines, id, 'booked'))).toBe('trading.transfer_settled');
  });

  it('whose call is still running is not stuck', async () => {
    const id = await stuck();
    await server.db.run(sql`update trading_transfer set state = 'pending' where id = ${id}`);
    expect(codeOf(await propose(ines, id, 'booked'))).toBe('http.not_found');
    server.clock.advance(121_000);
    expect((await propose(ines, id, 'booked')).status).toBe(200);
  });

  it('moves once, for concurrent decisions and a platform’s result at the same time', async () => {
    const id = await stuck();
    await propose(ines, id, 'not_booked');
    const responses = await Promise.all(Array.from({ length: 10 }, () => decide(paul, id)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await currentStatus()).toEqual([1_000n, 0n, 0n]);
    const other = await stuck();
    await propose(ines, other, 'not_booked');
    external.trouble.failing.clear();
    server.clock.advance(180_000);
    const [decided] = await Promise.all([decide(paul, other), server.app.jobs.run('trading.reconcile')]);
    expect(await currentStatus()).toEqual(decided.status === 200 ? [1_000n, 0n, 0n] : [700n, 0n, 300n]);
    const { findings } = await server.db.snapshot(verifyLedger);
    expect(findings.filter(({ breach }) => breach)).toEqual([]);
  });

  it('has an audit entry for each action, and the stated outcome cannot be changed', async () => {
    const id = await stuck();
    await request(ines, id);
    await propose(ines, id, 'booked');
    await decide(paul, id);
    const actions = await server.db.rows<{ action: string; actorId: string; details: Record<string, string> }>(sql`
      select action, actor_id as "actorId", details from audit_entry where details ->> 'transfer' = ${id} order by id`);
    expect(actions.map(({ action, actorId }) => [action, actorId])).toEqual([
      ['trading.query_transfer_status', ines.user.id],
      ['trading.propose_outcome', ines.user.id],
      ['trading.decide_outcome', paul.user.id],
    ]);
    expect(actions[1]?.details).toMatchObject({ outcome: 'booked', note: 'Seen in the journal of the platform.' });
    await expect(
      server.db.run(sql`update approval_request set value = '{"outcome": "not_booked"}' where transfer_id = ${id}`),
    ).rejects.toThrow('an approval request never changes');
  });
});
