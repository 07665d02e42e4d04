import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balances } from '#server/ledger/balances.ts';
import { sql } from '#server/platform/db/sql.ts';
import {
  asker,
  card,
  codeOf,
  confirmedDestination,
  newPayer,
  openBank,
  reported,
  submitted,
  type Payer,
} from '#test/money/payments.ts';
import { emailsTo } from '#test/mailbox.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { balancesOf } from '#test/money/wallet.ts';

let server: TestServer;
let ines: Session;
let paul: Session;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  ines = await server.register({ first_name: 'Inès', second_name: 'Moreau', roles: ['client', 'finance'] });
  paul = await server.register({ first_name: 'Paul', second_name: 'Adler', roles: ['client', 'admin'] });
});
afterAll(() => server.close());

const credit = (as: Session, id: string, received: string, key?: string) =>
  asker(server)('POST /api/staff/payments/credit', as, { payment_id: id, received }, key);
const take = (as: Session, id: string) => asker(server)('POST /api/staff/payments/assign', as, { payment_id: id });
const takeBack = (action: 'refund' | 'charge-back', as: Session, id: string, key?: string) =>
  asker(server)(
    `POST /api/staff/payments/${action}`,
    as,
    { payment_id: id, note: 'Asked by the bank', reason: action === 'refund' ? 'third_party' : 'charge_back' },
    key,
  );
const stateOf = async (payer: Payer, id: string) =>
  (await asker(server)('POST /api/payments/info', payer.session, { payment_id: id })).body.payment;

describe('payments.credit_deposit', () => {
  it('credits what arrived, once, and notifies the client', async () => {
    const payer = await newPayer(server);
    const id = await reported(server, payer, '500');
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 10 }, () => credit(ines, id, '480.50', key)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(responses[0]?.body.payment).toMatchObject({ state: 'credited', amount: '480.50' });
    expect(codeOf(await credit(ines, id, '480.50'))).toBe('payments.state');
    expect(await balancesOf(server.db, payer.wallet)).toEqual([48_050n, 0n]);
    const [email] = await emailsTo(server, payer.session.user.email);
    expect(email?.plain).toContain('USD\u00a0480.50');
  });

  it('is refused in the contract’s order', async () => {
    const payer = await newPayer(server, 2);
    const id = await reported(server, payer, '500');
    const key = randomUUID();
    await take(paul, id);
    await asker(server)('POST /api/staff/payments/assign', ines, { payment_id: id }, key);
    await server.db.run(sql`update person set roles = '{client,finance}' where id = ${payer.session.user.id}`);
    const fresh = await asker(server)('POST /api/payments/deposit', payer.session, {
      wallet_id: payer.wallet.walletId,
      method: 'bank_transfer',
      amount: '20',
    });
    const codes = [
      await credit(ines, id, '500', key),
      await credit(ines, randomUUID(), '500'),
      await credit(payer.session, id, '500'),
      await credit(ines, fresh.body.payment.id, '20'),
      await credit(ines, id, '500.001'),
      await credit(ines, id, '0'),
      await credit(ines, id, '2000.01'),
    ].map(codeOf);
    expect(codes).toEqual([
      'http.idempotency_mismatch',
      'http.not_found',
      'payments.own_request',
      'payments.state',
      'payments.amount_scale',
      'payments.amount_min',
      'payments.limit_operation',
    ]);
    for (const [span, code] of [
      ['per_day', 'payments.limit_day'],
      ['per_month', 'payments.limit_month'],
    ] as const) {
      const set = (value: bigint) =>
        server.db.run(
          span === 'per_day'
            ? sql`update payment_limit set per_day = ${value} where level = 2 and kind = 'deposit'`
            : sql`update payment_limit set per_month = ${value} where level = 2 and kind = 'deposit'`,
        );
      await set(60_000n);
      expect(codeOf(await credit(ines, id, '600'))).toBe(code);
      await set(200_000n);
    }
  });

  it('above the threshold needs a second person who names the same amount', async () => {
    const payer = await newPayer(server);
    const id = await reported(server, payer, '12000');
    expect((await credit(ines, id, '12000')).body.payment).toMatchObject({ state: 'under_review', approvals: 1 });
    expect(codeOf(await credit(ines, id, '12000'))).toBe('payments.approved_by_you');
    expect(codeOf(await credit(paul, id, '11999'))).toBe('payments.received_differs');
    const [first, second] = await Promise.all([credit(paul, id, '12000'), credit(paul, id, '12000')]);
    expect([first.status, second.status].toSorted((a, b) => a - b)).toEqual([200, 409]);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([1_200_000n, 0n]);
    const approvals = async () =>
      (await asker(server)('POST /api/staff/payments/info', ines, { payment_id: id })).body.payment.approvals;
    expect(await approvals()).toBe(2);
    const refund = { payment_id: id, reason: 'requested_by_client', note: 'Asked by phone.' };
    await asker(server)('POST /api/staff/payments/refund', ines, refund);
    expect(await approvals()).toBe(1);
  });

  it('takes money that came too late', async () => {
    const payer = await newPayer(server);
    const input = { wallet_id: payer.wallet.walletId, method: 'bank_transfer', amount: '70' };
    const { body } = await asker(server)('POST /api/payments/deposit', payer.session, input);
    const { id } = body.payment;
    await server.db.run(sql`update payment set expires_at = ${server.clock.now()} where id = ${id}`);
    await server.app.jobs.run('payments.expire');
    expect(codeOf(await asker(server)('POST /api/payments/mark-as-paid', payer.session, { payment_id: id }))).toBe(
      'payments.state',
    );
    await take(ines, id);
    expect((await credit(ines, id, '70')).body.payment.state).toBe('credited');
  });
});

describe('a rejected deposit', () => {
  it('names the reason, and moves nothing', async () => {
    const payer = await newPayer(server);
    const id = await reported(server, payer, '500');
    const reject = (reason: string) =>
      asker(server)('POST /api/staff/payments/reject', ines, { payment_id: id, reason });
    expect(codeOf(await reject('destination_name'))).toBe('reasons.not_open');
    expect((await reject('not_received')).status).toBe(200);
    expect(await stateOf(payer, id)).toMatchObject({ state: 'rejected', reason: { code: 'not_received' } });
    expect((await emailsTo(server, payer.session.user.email))[0]?.subject).toBe('Your deposit wasn’t credited');
    expect(await balancesOf(server.db, payer.wallet)).toEqual([0n, 0n]);
  });
});

describe('money that goes back', () => {
  const byCard = async (payer: Payer, amount: string) => {
    const input = { wallet_id: payer.wallet.walletId, method: 'sandbox', amount, card };
    return (await asker(server)('POST /api/payments/deposit', payer.session, input)).body.payment.id;
  };

  it('is refunded with its fee, as far as it is still there', async () => {
    const payer = await newPayer(server);
    const id = await byCard(payer, '200');
    const fees = async () => (await balances(server.db, ['fees:USD'])).get('fees:USD') ?? 0n;
    const before = await fees();
    const key = randomUUID();
    await Promise.all([takeBack('refund', ines, id, key), takeBack('refund', ines, id, key)]);
    expect(await stateOf(payer, id)).toMatchObject({ state: 'refunded', reason: { code: 'third_party' } });
    expect(await balancesOf(server.db, payer.wallet)).toEqual([0n, 0n]);
    expect(before - (await fees())).toBe(300n);
    const notified = (await emailsTo(server, payer.session.user.email)).filter(({ subject }) =>
      subject.includes('refunded'),
    );
    expect(notified).toHaveLength(1);
    expect(notified[0]?.plain).toContain('USD\u00a0200.00');
    expect(codeOf(await takeBack('refund', ines, id))).toBe('payments.state');
    expect(codeOf(await takeBack('refund', ines, randomUUID(), key))).toBe('http.idempotency_mismatch');
    const spent = await byCard(payer, '200');
    await submitted(server, payer, await confirmedDestination(server, payer, card), '100');
    expect(codeOf(await takeBack('refund', ines, spent))).toBe('ledger.insufficient_funds');
    expect(await stateOf(payer, spent)).toMatchObject({ state: 'credited', reason: null });
  });

  it('is charged back also when the client has spent it: the operator’s suspense account bears the rest', async () => {
    const payer = await newPayer(server);
    const id = await byCard(payer, '200');
    await submitted(server, payer, await confirmedDestination(server, payer, card), '150');
    expect((await takeBack('charge-back', ines, id)).body.payment.state).toBe('charged_back');
    expect(await balancesOf(server.db, payer.wallet)).toEqual([0n, 15_000n]);
    expect((await balances(server.db, ['suspense:USD'])).get('suspense:USD')).toBe(-15_000n);
    const [email] = await emailsTo(server, payer.session.user.email);
    expect(email?.subject).toBe('Your bank reversed a deposit');
    expect(email?.plain).toContain('The bank that sent the money reversed the payment.');
  });

  it('above the threshold needs two people', async () => {
    const payer = await newPayer(server);
    const id = await reported(server, payer, '12000');
    await credit(ines, id, '12000');
    await credit(paul, id, '12000');
    for (const action of ['refund', 'charge-back'] as const) {
      expect((await takeBack(action, ines, id)).body.payment).toMatchObject({ state: 'credited' });
      expect(codeOf(await takeBack(action, ines, id))).toBe('payments.approved_by_you');
    }
    expect(await stateOf(payer, id)).toMatchObject({ reason: null });
    expect((await takeBack('refund', paul, id)).body.payment.state).toBe('refunded');
    expect(await balancesOf(server.db, payer.wallet)).toEqual([0n, 0n]);
  });

  it('cannot be decided by the client of the payment', async () => {
    const payer = await newPayer(server);
    const id = await byCard(payer, '200');
    await server.db.run(sql`update person set roles = '{client,finance}' where id = ${payer.session.user.id}`);
    expect(codeOf(await takeBack('refund', payer.session, id))).toBe('payments.own_request');
    expect(codeOf(await takeBack('charge-back', payer.session, id))).toBe('payments.own_request');
    const key = randomUUID();
    await takeBack('refund', ines, id, key);
    expect(codeOf(await takeBack('charge-back', ines, id, key))).toBe('http.idempotency_mismatch');
    for (const action of ['refund', 'charge-back'] as const) {
      expect((await takeBack(action, ines, randomUUID())).status).toBe(404);
    }
  });
});

describe('a deposit that its client cancels', () => {
  const announced = async ({ session, wallet }: Payer, amount = '75') => {
    const input = { wallet_id: wallet.walletId, method: 'bank_transfer', amount };
    return (await asker(server)('POST /api/payments/deposit', session, input)).body.payment.id;
  };
  const cancel = ({ session }: Payer, id: string) =>
    asker(server)('POST /api/payments/cancel', session, { payment_id: id });

  it('while staff credit it is either credited or cancelled', async () => {
    for (let round = 0; round < 5; round += 1) {
      const payer = await newPayer(server);
      const id = await announced(payer);
      const [taken, cancelled] = await Promise.all([
        take(ines, id).then(() => credit(ines, id, '75')),
        cancel(payer, id),
      ]);
      // If it was cancelled first, staff reopen it, and the money is credited nevertheless.
      expect(taken.body.payment.state).toBe('credited');
      expect([200, 409]).toContain(cancelled.status);
      expect(await balancesOf(server.db, payer.wallet)).toEqual([7_500n, 0n]);
      expect(codeOf(await cancel(payer, id))).toBe('payments.state');
    }
  });

  it('is credited when the money comes all the same', async () => {
    const payer = await newPayer(server);
    const id = await announced(payer);
    await cancel(payer, id);
    expect(codeOf(await credit(ines, id, '75'))).toBe('payments.state');
    expect((await take(ines, id)).body).toMatchObject({ payment: { state: 'under_review' } });
    expect((await credit(ines, id, '75')).body.payment.state).toBe('credited');
    expect(await balancesOf(server.db, payer.wallet)).toEqual([7_500n, 0n]);
  });

  it.each(['cancelled', 'expired'])(
    'counts towards the limits again once it is credited, if it had %s',
    async (ended) => {
      // What this level may deposit in 24 hours, and in 30 days.
      const amount = '2000';
      const payer = await newPayer(server, 2);
      const ids: string[] = [];
      for (let round = 0; round < 3; round += 1) {
        const id = await announced(payer, amount);
        ids.push(id);
        if (ended === 'cancelled') await cancel(payer, id);
        else await server.db.run(sql`update payment set expires_at = ${server.clock.now()} where id = ${id}`);
        await server.app.jobs.run('payments.expire');
        server.clock.advance(3_600_000);
      }
      server.clock.advance(25 * 3_600_000);
      const as = await server.signIn({ email: ines.user.email });
      for (const id of ids) await take(as, id);
      const credited = await Promise.all(ids.map((id) => credit(as, id, amount)));
      expect(credited.map((response) => (response.status === 200 ? 'ok' : codeOf(response))).toSorted()).toEqual([
        'ok',
        'payments.limit_day',
        'payments.limit_day',
      ]);
      expect(await balancesOf(server.db, payer.wallet)).toEqual([200_000n, 0n]);
      const again = { wallet_id: payer.wallet.walletId, method: 'bank_transfer', amount: '10' };
      expect(codeOf(await asker(server)('POST /api/payments/deposit', payer.session, again))).toBe(
        'payments.limit_day',
      );
    },
  );
});
