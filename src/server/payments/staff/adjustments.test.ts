import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balances } from '#server/ledger/balances.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openWallet } from '#server/wallets/open-wallet.ts';
import { asker, codeOf, newPayer, type Payer } from '#test/money/payments.ts';
import { confirmAs, waitingFor } from '#test/compliance/approvals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { balancesOf } from '#test/money/wallet.ts';

let server: TestServer;
let ines: Session;
let paul: Session;
let olga: Session;
let ida: Payer;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ roles: ['client', 'finance'] });
  paul = await server.register({ roles: ['client', 'admin'] });
  olga = await server.register({ roles: ['client', 'finance'] });
  ida = await newPayer(server, 3, 100_000n);
});
afterAll(() => server.close());

const params = { direction: 'give', amount: '50', category: 'goodwill', note: 'For the wait in March' };
const propose = (as: Session, payer: Payer, body: object = {}, key?: string) =>
  asker(server)('POST /api/staff/payments/adjust', as, { wallet_id: payer.wallet.walletId, ...params, ...body }, key);
const decide = (as: Session, id: string, decision: 'approve' | 'reject' = 'approve', more: object = {}, key?: string) =>
  asker(server)('POST /api/staff/payments/decide-adjustment', as, { payment_id: id, decision, ...more }, key);

describe('an adjustment', () => {
  it('is proposed by one and posted by another, once', async () => {
    const payer = await newPayer(server);
    const { body } = await propose(ines, payer);
    expect(body).toMatchObject({ payment: { state: 'proposed', net: '50.00', category: 'goodwill' }, actions: [] });
    const { id } = body.payment;
    expect((await asker(server)('POST /api/payments/info', payer.session, { payment_id: id })).status).toBe(404);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([0n, 0n]);
    const responses = await Promise.all([decide(paul, id), decide(olga, id), decide(paul, id), decide(olga, id)]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([5_000n, 0n]);
    expect((await asker(server)('POST /api/payments', payer.session, {})).body.payments).toMatchObject([
      { kind: 'adjustment', state: 'posted' },
    ]);
  });

  it.each([
    ['give', 'bonus', 'bonus:USD'],
    ['take', 'fee', 'fees:USD'],
    ['give', 'fee_refund', 'fees:USD'],
    ['take', 'correction', 'suspense:USD'],
  ])('to %s as %s has %s on its other side', async (direction, category, settings) => {
    const before = (await balances(server.db, [settings])).get(settings) ?? 0n;
    const payer = await newPayer(server, 3, 10_000n);
    const { body } = await propose(ines, payer, { direction, category });
    expect(body.payment.net).toBe(direction === 'give' ? '50.00' : '-50.00');
    await decide(paul, body.payment.id);
    const moved = direction === 'give' ? 5_000n : -5_000n;
    expect(await balancesOf(server.db, payer.wallet)).toEqual([10_000n + moved, 0n]);
    expect((await balances(server.db, [settings])).get(settings)).toBe(before - moved);
  });

  it('above the threshold needs two others', async () => {
    const payer = await newPayer(server);
    const { body } = await propose(ines, payer, { amount: '10000' });
    expect((await decide(paul, body.payment.id)).body.payment).toMatchObject({ state: 'proposed', approvals: 1 });
    expect(codeOf(await decide(paul, body.payment.id))).toBe('payments.approved_by_you');
    expect((await decide(olga, body.payment.id)).body.payment.state).toBe('posted');
  });

  it('is refused in the contract’s order', async () => {
    const [key, other] = [randomUUID(), randomUUID()];
    const { body } = await propose(ines, ida, {}, key);
    const { id } = body.payment;
    await server.db.run(sql`update person set roles = '{client,finance}' where id = ${ida.session.user.id}`);
    const input = [
      await propose(ines, ida, { amount: '51' }, key),
      await propose(ines, ida, { wallet_id: randomUUID() }),
      await propose(ida.session, ida),
      await propose(ines, ida, { amount: '1.001' }),
      await propose(ines, ida, { amount: '0' }),
      await propose(ines, ida, { note: ' ' }),
      await propose(ines, ida, { category: 'gift' }),
    ].map(codeOf);
    expect(input).toEqual([
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.own_request',
      'payments.amount_scale',
      'payments.amount_min',
      'validation.required',
      'validation.choice',
    ]);
    const big = (await propose(ines, ida, { direction: 'take', amount: '5000' })).body.payment.id;
    await decide(paul, id, 'reject', { reason: 'not_justified' }, other);
    const decided = [
      await decide(paul, id, 'reject', { reason: 'duplicate' }, other),
      await decide(paul, randomUUID()),
      await decide(ida.session, big),
      await decide(ines, big),
      await decide(paul, id),
      await decide(paul, big, 'reject'),
      await decide(paul, big),
    ].map(codeOf);
    expect(decided).toEqual([
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.own_request',
      'payments.own_approval_request',
      'payments.state',
      'reasons.not_open',
      'ledger.insufficient_funds',
    ]);
    const { body: item } = await asker(server)('POST /api/staff/payments/info', paul, { payment_id: big });
    expect(item).toMatchObject({ payment: { state: 'proposed' }, approvals: [] });
  });

  it('finds the wallets that it may be for', async () => {
    const { body } = await asker(server)('POST /api/staff/payments/wallets', ines, { client_id: ida.session.user.id });
    expect(body).toMatchObject([{ wallet_id: ida.wallet.walletId, name: 'Main wallet', currency: 'USD' }]);
    const { session } = await newPayer(server);
    await openWallet(server.app, session.user, 'en', { currency_id: 'EUR' });
    const all = await asker(server)('POST /api/staff/payments/wallets', ines, { client_id: session.user.id });
    expect(all.body.map(({ name }: { name: string }) => name)).toEqual(['Main wallet', 'EUR wallet']);
    const none = await asker(server)('POST /api/staff/payments/wallets', ines, { client_id: randomUUID() });
    expect(none.status).toBe(404);
  });
});

describe('clients.set_level', () => {
  const set = (as: Session, client_id: string, level = 2, current_password = as.password) =>
    asker(server)('POST /api/staff/clients/level', as, {
      client_id,
      level,
      reason: 'Documents seen',
      current_password,
    });

  it('is for compliance and admin who prove themselves, never for oneself, and is in the audit log', async () => {
    const [viktor, vera] = [
      await server.register({ first_name: 'Viktor', roles: ['client', 'compliance'] }),
      await server.register({ roles: ['client', 'compliance'] }),
    ];
    const payer = await newPayer(server, 0);
    const { id } = payer.session.user;
    expect((await set(ines, id)).status).toBe(403);
    expect(codeOf(await set(viktor, viktor.user.id))).toBe('clients.own_level');
    expect(codeOf(await set(viktor, randomUUID()))).toBe('auth.client_unknown');
    expect((await set(viktor, id, 5)).status).toBe(422);
    expect(codeOf(await set(viktor, id, 2, 'not this one'))).toBe('auth.current_password');
    expect((await set(viktor, id)).body).toEqual({ outcome: 'proposed', level: 0 });
    await confirmAs(server, viktor, await waitingFor(server, id, 'level'));
    expect((await asker(server)('POST /api/payments/limits', payer.session, {})).body.level).toBe(0);
    await confirmAs(server, vera, await waitingFor(server, id, 'level'));
    expect((await asker(server)('POST /api/payments/limits', payer.session, {})).body.level).toBe(2);
    const written = await server.db.rows(
      sql`select action, details from audit_entry where client_id = ${id} order by id`,
    );
    const details = { from: '0', to: '2', reason: 'Documents seen', by: 'hand' };
    expect(written).toEqual([
      { action: 'approvals.request', details },
      { action: 'clients.set_level', details: { ...details, proposed_by: 'Viktor Berg' } },
    ]);
  });
});
