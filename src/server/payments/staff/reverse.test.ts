import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { balances } from '#server/ledger/balances.ts';
import { post } from '#server/ledger/post.ts';
import { verifyLedger } from '#server/ledger/verify.ts';
import { sql } from '#server/platform/db/sql.ts';
import {
  asker,
  codeOf,
  confirmedDestination,
  newPayer,
  openBank,
  reported,
  submitted,
  type Payer,
} from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { balancesOf, external } from '#test/money/wallet.ts';
import { verifyPayments } from '../verify.ts';

let server: TestServer;
let ines: Session;
let paul: Session;
let olga: Session;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  ines = await server.register({ roles: ['client', 'finance'] });
  paul = await server.register({ roles: ['client', 'admin'] });
  olga = await server.register({ roles: ['client', 'finance'] });
});
afterAll(() => server.close());

const given = { reason: 'booked_in_error', note: 'Another client’s money' };
const reversal = (as: Session, operation_id: string, body: object = {}, key?: string) =>
  asker(server)(
    'POST /api/staff/payments/reverse',
    as,
    { operation_id, ...given, current_password: as.password, ...body },
    key,
  );
const decide = (as: Session, payment_id: string, more: object = {}) =>
  asker(server)('POST /api/staff/payments/decide-adjustment', as, { payment_id, decision: 'approve', ...more });
const itemOf = async (id: string, as = ines) =>
  (await asker(server)('POST /api/staff/payments/info', as, { payment_id: id })).body;
const operationOf = async (id: string) => (await itemOf(id)).operation_id!;
const operationsOf = async (payer: Payer) =>
  (await server.call('POST /api/staff/clients/operations', { as: ines, body: { client_id: payer.session.user.id } }))
    .body.rows;

/** A bank transfer that a person of finance has credited. */
async function credited(payer: Payer, amount = '100'): Promise<string> {
  const id = await reported(server, payer, amount);
  const response = await asker(server)('POST /api/staff/payments/credit', ines, { payment_id: id, received: amount });
  expect(response.body.payment.state).toBe('credited');
  return id;
}

/** An adjustment that two have posted. */
async function adjusted(payer: Payer, input: object = {}): Promise<string> {
  const body = {
    wallet_id: payer.wallet.walletId,
    direction: 'give',
    amount: '50',
    category: 'goodwill',
    note: 'For the wait',
    ...input,
  };
  const { id } = (await asker(server)('POST /api/staff/payments/adjust', ines, body)).body.payment;
  expect((await decide(paul, id)).body.payment.state).toBe('posted');
  return id;
}

const agree = async () =>
  [
    ...(await verifyLedger(server.db)).findings,
    ...(await server.db.snapshot((tx) => verifyPayments(tx, server.config))),
  ].filter(({ breach }) => breach);

describe('an operation', () => {
  it('is reversed with its fee when another person agrees, and its client reads why', async () => {
    await server.db.run(
      sql`update payment_terms set fee_fixed = 250 where (method, kind, currency) = ('bank_transfer', 'deposit', 'USD')`,
    );
    const payer = await newPayer(server);
    const settings = ['psp-in:bank-transfer:USD', 'fees:USD'];
    const before = await balances(server.db, settings);
    const id = await credited(payer);
    await server.db.run(
      sql`update payment_terms set fee_fixed = 0 where (method, kind, currency) = ('bank_transfer', 'deposit', 'USD')`,
    );
    expect(await balancesOf(server.db, payer.wallet)).toEqual([9_750n, 0n]);

    const { body: proposed } = await reversal(paul, await operationOf(id));
    expect(proposed).toMatchObject({
      payment: { state: 'proposed', net: '-97.50', category: 'correction' },
      reverses: { id },
      actions: [],
    });
    expect(await balancesOf(server.db, payer.wallet)).toEqual([9_750n, 0n]);
    expect(codeOf(await decide(paul, proposed.payment.id))).toBe('payments.own_approval_request');
    expect((await decide(ines, proposed.payment.id)).body.payment.state).toBe('posted');

    expect(await balancesOf(server.db, payer.wallet)).toEqual([0n, 0n]);
    for (const [code, amount] of await balances(server.db, settings)) expect(amount).toBe(before.get(code) ?? 0n);
    const request = asker(server);
    const { body: read } = await request('POST /api/payments/info', payer.session, { payment_id: id });
    expect(read.payment).toMatchObject({ state: 'reversed', reason: { code: 'booked_in_error' } });
    const { payments } = (await request('POST /api/payments', payer.session, {})).body;
    expect(payments.map(({ kind, state }) => [kind, state])).toEqual([
      ['adjustment', 'posted'],
      ['deposit', 'reversed'],
    ]);
    expect((await request('POST /api/payments/limits', payer.session, {})).body.deposit.limits[1]).toMatchObject({
      span: 'day',
      used: '0.00',
    });
    expect(await operationsOf(payer)).toMatchObject([
      {
        kind: 'correction',
        moved: [{ currency: 'USD', amount: '-97.50' }],
        payment: { id: proposed.payment.id },
        reversal: null,
      },
      { kind: 'deposit', moved: [{ currency: 'USD', amount: '97.50' }], payment: { id }, reversal: 'done' },
    ]);
    const { body: moved } = await request('POST /api/wallets/operations', payer.session, {
      wallet_id: payer.wallet.walletId,
    });
    expect(moved.operations[0]).toMatchObject({ reference: { type: 'payment', label: proposed.payment.number } });
    await server.drain();
    const notified = await server.db.rows(
      sql`select kind from notification where person_id = ${payer.session.user.id} order by id`,
    );
    expect(notified).toEqual(expect.arrayContaining([{ kind: 'deposit_reversed' }]));
    const events = await server.db.rows(sql`
      select data->>'reason' as reason from operator_event where type = 'deposit.reversed' and client_id = ${payer.session.user.id}`);
    expect(events).toEqual([{ reason: 'booked_in_error' }]);
    expect(await agree()).toEqual([]);
  });

  it.each([
    ['give', 'goodwill', -5_000n],
    ['take', 'fee', 5_000n],
  ])(
    'that was an adjustment to %s goes back, and may be requested again once rejected',
    async (direction, category, back) => {
      const payer = await newPayer(server, 3, 20_000n);
      const id = await adjusted(payer, { direction, category });
      const operation = await operationOf(id);
      const first = (await reversal(ines, operation)).body.payment.id;
      expect(await operationsOf(payer)).toContainEqual(
        expect.objectContaining({ id: operation, reversal: 'proposed' }),
      );
      expect((await decide(paul, first, { decision: 'reject', reason: 'not_justified' })).body.payment.state).toBe(
        'rejected',
      );
      expect((await itemOf(id)).payment.state).toBe('posted');
      const { body } = await reversal(ines, operation);
      expect((await decide(paul, body.payment.id)).body.payment.state).toBe('posted');
      expect((await itemOf(id)).payment.state).toBe('reversed');
      expect(await balancesOf(server.db, payer.wallet)).toEqual([20_000n, 0n]);
      expect(body.payment.net).toBe(back < 0n ? '-50.00' : '50.00');
      expect(await agree()).toEqual([]);
    },
  );

  it('above the threshold needs two others', async () => {
    const payer = await newPayer(server, 4);
    const { id } = (
      await asker(server)('POST /api/staff/payments/adjust', ines, {
        wallet_id: payer.wallet.walletId,
        direction: 'give',
        amount: '10000',
        category: 'goodwill',
        note: 'As agreed',
      })
    ).body.payment;
    await decide(paul, id);
    await decide(olga, id);
    const reversed = (await reversal(ines, await operationOf(id))).body.payment.id;
    expect((await decide(paul, reversed)).body.payment).toMatchObject({ state: 'proposed', approvals: 1 });
    expect((await decide(olga, reversed)).body.payment.state).toBe('posted');
  });

  it('is refused in the contract’s order, and names the alternative', async () => {
    const payer = await newPayer(server, 3, 100_000n);
    const destination = await confirmedDestination(server, payer);
    const withdrawal = await submitted(server, payer, destination, '100');
    const hold = await server.db.one<{ id: string }>(sql`select hold_id as id from payment where id = ${withdrawal}`);
    const funding = await server.db.one<{ id: string }>(sql`
      select t.id from ledger_transaction t join ledger_posting p on p.transaction_id = t.id
      where p.account_id = (select available_id from wallet where id = ${payer.wallet.walletId}) order by p.id limit 1`);
    const id = await credited(payer);
    const operation = await operationOf(id);
    const own = await newPayer(server);
    const ofOwn = await operationOf(await credited(own));
    await server.db.run(sql`update person set roles = '{client,finance}' where id = ${own.session.user.id}`);
    const key = randomUUID();
    const { body: done } = await reversal(paul, operation, {}, key);
    expect((await reversal(paul, operation, {}, key)).body.payment.id).toBe(done.payment.id);
    const codes = [
      await reversal(paul, operation, { note: 'Something else' }, key),
      await reversal(paul, operation, { current_password: 'not this one' }),
      await reversal(paul, randomUUID()),
      await reversal(own.session, ofOwn),
      await reversal(paul, hold.id),
      await reversal(paul, funding.id),
      await reversal(olga, operation),
      await reversal(olga, ofOwn, { reason: 'technical' }),
      await reversal(olga, ofOwn, { note: ' ' }),
    ].map(codeOf);
    expect(codes).toEqual([
      'http.idempotency_mismatch',
      'auth.current_password',
      'http.not_found',
      'payments.own_request',
      'payments.reversal_withdrawal',
      'payments.reversal_other',
      'payments.already_reversed',
      'reasons.not_open',
      'validation.required',
    ]);
    await asker(server)('POST /api/staff/payments/refund', ines, {
      payment_id: id,
      reason: 'third_party',
      note: 'Not his',
    });
    expect(codeOf(await decide(olga, done.payment.id))).toBe('payments.state');
    expect(codeOf(await reversal(olga, await operationOf(id)))).toBe('payments.already_reversed');
    await decide(olga, done.payment.id, { decision: 'reject', reason: 'not_justified' });
    expect(codeOf(await reversal(olga, operation))).toBe('payments.state');
  });

  it.each([
    ['ipo', 'payments.reversal_ipo'],
    ['transfer_to_trading', 'payments.reversal_transfer'],
    ['transfer_from_trading', 'payments.reversal_transfer'],
    ['conversion', 'payments.reversal_other'],
    ['trading_result', 'payments.reversal_other'],
  ] as const)('of kind %s is not reversed here', async (kind, code) => {
    const { wallet } = await newPayer(server, 3, 100n);
    const { id } = await server.db.tx((tx) =>
      post(tx, { scope: 'test', key: randomUUID(), kind, at: server.clock.now() }, [
        { account: external.code, amountMinor: 1n },
        { account: wallet.available, amountMinor: -1n },
      ]),
    );
    expect(codeOf(await reversal(ines, id))).toBe(code);
  });

  it('is not reversed when its money is spent or held, neither at the request nor at the decision', async () => {
    const payer = await newPayer(server, 3);
    const id = await credited(payer);
    const operation = await operationOf(id);
    const { body: proposed } = await reversal(ines, operation);
    const destination = await confirmedDestination(server, payer);
    await submitted(server, payer, destination, '40');
    const refused = await decide(paul, proposed.payment.id);
    expect(codeOf(refused)).toBe('payments.reversal_spent');
    expect(JSON.stringify(refused.refusal)).toContain('60');
    expect((await itemOf(id)).payment.state).toBe('credited');
    expect((await itemOf(proposed.payment.id)).approvals).toEqual([]);
    await decide(paul, proposed.payment.id, { decision: 'reject', reason: 'not_justified' });
    expect(codeOf(await reversal(ines, operation))).toBe('payments.reversal_spent');
    expect(await agree()).toEqual([]);
  });
});

describe('at once', () => {
  it('can be requested by one of twenty concurrent calls, and approved by one', async () => {
    const payer = await newPayer(server);
    const operation = await operationOf(await credited(payer));
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => reversal([ines, paul, olga][n % 3]!, operation)),
    );
    const done = responses.filter(({ status }) => status === 200);
    expect(done).toHaveLength(1);
    expect(new Set(responses.filter(({ status }) => status !== 200).map(codeOf))).toEqual(
      new Set(['payments.already_reversed']),
    );
    const { id } = done[0]!.body.payment;
    const decided = await Promise.all([ines, paul, olga, ines, paul, olga].map((as) => decide(as, id)));
    expect(decided.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([0n, 0n]);
    expect(await agree()).toEqual([]);
  });

  it('with a withdrawal or a refund of the same money, one of the two happens', async () => {
    for (let round = 0; round < 6; round += 1) {
      const payer = await newPayer(server, 3);
      const id = await credited(payer);
      const destination = await confirmedDestination(server, payer);
      const { body } = await reversal(ines, await operationOf(id));
      const refund = { payment_id: id, reason: 'third_party', note: 'Not his' };
      const [reversed, other] = await Promise.all([
        decide(paul, body.payment.id),
        round % 2 === 0
          ? submitted(server, payer, destination, '60').then(
              () => true,
              () => false,
            )
          : asker(server)('POST /api/staff/payments/refund', olga, refund).then(({ status }) => status === 200),
      ]);
      expect([reversed.status === 200, other].filter(Boolean)).toHaveLength(1);
      expect(reversed.status).toBeLessThan(500);
    }
    expect(await agree()).toEqual([]);
  });
});

describe('the database', () => {
  it('reverses nothing without its mirror, and nothing twice', async () => {
    const payer = await newPayer(server);
    const id = await credited(payer);
    const nothing = server.db.run(sql`update payment set state = 'reversed' where id = ${id}`);
    await expect(nothing).rejects.toMatchObject({ constraint: 'payment_reversal_agrees' });
    const { body } = await reversal(ines, await operationOf(id));
    const again = server.db.run(sql`
      insert into payment (id, kind, state, client_id, wallet_id, currency, amount, usd, takes, category, reverses, created_by, approvals_needed, created_at, updated_at)
      select ${randomUUID()}, kind, state, client_id, wallet_id, currency, amount, usd, takes, category, reverses, created_by, approvals_needed, created_at, updated_at
      from payment where id = ${body.payment.id}`);
    await expect(again).rejects.toMatchObject({ constraint: 'payment_reversed_once' });
    await expect(server.db.run(sql`update payment set reverses = null where id = ${body.payment.id}`)).rejects.toThrow(
      'cannot change',
    );
    const posted = server.db.tx(async (tx) => {
      await tx.run(sql`
        update approval_request set state = 'approved', decided_by = ${paul.user.id}, decided_at = product_clock()
        where payment_id = ${body.payment.id}`);
      await tx.run(sql`update payment set state = 'posted' where id = ${body.payment.id}`);
    });
    await expect(posted).rejects.toMatchObject({ constraint: 'payment_reversal_agrees' });
  });
});
