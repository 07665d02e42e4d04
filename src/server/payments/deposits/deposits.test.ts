import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { asker, card, codeOf, fieldsWith, newPayer, openBank, type Payer } from '#test/money/payments.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { balancesOf } from '#test/money/wallet.ts';

let server: TestServer;
let ida: Payer;
const request = (...call: Parameters<ReturnType<typeof asker>>) => asker(server)(...call);
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  ida = await newPayer(server);
});
afterAll(() => server.close());

const announce = (payer: Payer, body: object, key?: string) =>
  asker(server)('POST /api/payments/deposit', payer.session, { wallet_id: payer.wallet.walletId, ...body }, key);
const transfer = (amount: string) => ({ method: 'bank_transfer', amount });
const byCard = (amount: string) => ({ method: 'sandbox', amount, card });

describe('payments.methods', () => {
  it('names methods, terms and dues', async () => {
    const { body } = await asker(server)('POST /api/payments/methods', ida.session, {});
    expect(body.deposit.map(({ method, name, needs }) => [method, name, needs])).toEqual([
      ['bank_transfer', 'Bank transfer', 'nothing'],
      ['sandbox', 'Test card', 'card'],
    ]);
    expect(body.deposit[0]?.terms.map(({ currency }) => currency)).toEqual(['USD']);
    expect(body.withdrawal[0]?.terms[0]).toEqual({
      currency: 'USD',
      min: '10.00',
      max: '1000000.00',
      now: '25000.00',
      fee_fixed: '5.00',
      fee_percent: '0',
    });
    expect(body.to_return).toEqual([]);
  });

  it('offers the test card only in a demo', async () => {
    const broker = await startServer({ env: { DEMO: '0' } });
    const payer = await newPayer(broker);
    const { body } = await asker(broker)('POST /api/payments/methods', payer.session, {});
    expect([...body.deposit, ...body.withdrawal].map(({ method }) => method)).toEqual(['bank_transfer']);
    const input = { wallet_id: payer.wallet.walletId, ...byCard('50') };
    expect(codeOf(await asker(broker)('POST /api/payments/deposit', payer.session, input))).toBe('payments.method');
    await broker.close();
  });
});

describe('a deposit', () => {
  it('by bank transfer waits under a reference of its own, then for staff, and moves nothing alone', async () => {
    const { body } = await announce(ida, transfer('250.5'));
    expect(body.payment).toMatchObject({ kind: 'deposit', state: 'awaiting_payment', amount: '250.50', fee: '0.00' });
    expect(body.payment.next).toMatchObject({ who: 'client' });
    expect(body.reference).toMatch(/^AT-[2-9B-Z]{4}-[2-9B-Z]{4}$/);
    expect(body.bank).toMatchObject({ beneficiary: 'Atrium', fields: fieldsWith('DE89370400440532013000') });
    expect(body.history.map(({ state, by }) => [state, by])).toEqual([
      ['created', 'client'],
      ['awaiting_payment', 'client'],
    ]);
    const { id } = body.payment;
    const notified = await asker(server)('POST /api/payments/mark-as-paid', ida.session, { payment_id: id });
    expect(notified.body.payment.next).toMatchObject({ who: 'staff' });
    expect(codeOf(await request('POST /api/payments/mark-as-paid', ida.session, { payment_id: id }))).toBe(
      'payments.state',
    );
    const key = randomUUID();
    await announce(ida, transfer('20'), key);
    expect(codeOf(await request('POST /api/payments/mark-as-paid', ida.session, { payment_id: id }, key))).toBe(
      'http.idempotency_mismatch',
    );
    expect(await balancesOf(server.db, ida.wallet)).toEqual([0n, 0n]);
  });

  it('keeps the account that the client was shown, whatever becomes of it', async () => {
    const payer = await newPayer(server);
    const notified = (await announce(payer, transfer('30'))).body;
    const change = (iban: string) =>
      server.db.run(sql`update payment_bank_account set iban = ${iban}, bank = 'Quay Bank' where currency = 'USD'`);
    await change('GB29NWBK60161331926819');
    const look = () => asker(server)('POST /api/payments/info', payer.session, { payment_id: notified.payment.id });
    expect(notified.bank).toMatchObject({ bank: 'Harbour Bank', replaced: false });
    expect((await look()).body.bank).toEqual({ ...notified.bank, replaced: true });
    const later = (await announce(payer, transfer('30'))).body;
    expect(later.bank).toMatchObject({
      bank: 'Quay Bank',
      fields: fieldsWith('GB29NWBK60161331926819'),
      replaced: false,
    });
    await server.db.run(sql`delete from payment_bank_account`);
    expect(codeOf(await announce(payer, transfer('30')))).toBe('payments.method');
    expect((await look()).body.bank).toEqual({ ...notified.bank, replaced: true });
    await expect(server.db.run(sql`update payment_instruction set iban = 'DE'`)).rejects.toThrow('append-only');
    await openBank(server);
  });

  it('by test card is credited at once, less the fee, and keeps no card number', async () => {
    const payer = await newPayer(server);
    const { body } = await announce(payer, byCard('200'));
    expect(body.payment).toMatchObject({ state: 'credited', amount: '200.00', fee: '3.00', net: '197.00' });
    expect(body.payment).toMatchObject({ account: '•••• 4242', next: null, reason: null });
    expect(await balancesOf(server.db, payer.wallet)).toEqual([19_700n, 0n]);
    const rows = await server.db.rows(sql`select to_jsonb(p)::text as text from payment p`);
    expect(JSON.stringify(rows)).not.toContain(card);
  });

  it('is refused in the contract’s order, and nothing is left of it', async () => {
    const key = randomUUID();
    const low = await newPayer(server, 0);
    const other = await newPayer(server);
    await announce(ida, transfer('20'), key);
    const codes = [
      await announce(ida, transfer('21'), key),
      await announce(ida, { ...transfer('20.001'), wallet_id: other.wallet.walletId }),
      await announce(ida, { method: 'cash', amount: '20' }),
      await announce(ida, transfer('20.001')),
      await announce(ida, transfer('9.99')),
      await announce(ida, transfer('0')),
      await announce(ida, transfer('1000000.01')),
      await announce(ida, { ...byCard('20'), card: '4242424242424241' }),
      await announce(low, transfer('20')),
      await announce(ida, transfer('100000.01')),
    ].map(codeOf);
    expect(codes).toEqual([
      'http.idempotency_mismatch',
      'http.not_found',
      'validation.choice',
      'payments.amount_scale',
      'payments.amount_min',
      'payments.amount_min',
      'payments.amount_max',
      'payments.card',
      'payments.level',
      'payments.limit_operation',
    ]);
    for (const amount of ['-5', '1e3', '1,5', '', ' ', '99999999999999999999', 'NaN', '٥٠']) {
      expect((await announce(ida, transfer(amount))).status).toBe(422);
    }
    const { refusal } = await server.call('POST /api/payments/deposit', {
      as: ida.session,
      body: { wallet_id: ida.wallet.walletId, ...transfer('20') },
    });
    expect(codeOf({ refusal })).toBe('http.idempotency_key');
    const found = await asker(server)('POST /api/payments', low.session, {});
    expect(found.body.payments).toEqual([]);
  });

  it('happens once however often it is sent', async () => {
    const payer = await newPayer(server);
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 20 }, () => announce(payer, byCard('100'), key)));
    expect(new Set(responses.map(({ body }) => body.payment.id)).size).toBe(1);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([9_850n, 0n]);
  });

  it('of many at once only as many succeed as the limit allows', async () => {
    const payer = await newPayer(server, 1);
    const responses = await Promise.all(Array.from({ length: 50 }, () => announce(payer, byCard('50'))));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = responses.filter(({ status }) => status !== 200).map(codeOf);
    expect(new Set(refused)).toEqual(new Set(['payments.limit_day']));
    const { body } = await asker(server)('POST /api/payments/limits', payer.session, {});
    expect(body).toMatchObject({
      level: 1,
      deposit: { allowed: true },
      withdrawal: { allowed: false, level_needed: 3 },
    });
    expect(body.deposit.limits[1]).toEqual({ span: 'day', limit: '500.00', used: '500.00', left: '0.00' });
  });

  it('counts for a day, and for thirty', async () => {
    const payer = await newPayer(server, 3);
    await announce(payer, transfer('100000'));
    await announce(payer, transfer('100000'));
    expect(codeOf(await announce(payer, transfer('10')))).toBe('payments.limit_day');
    server.clock.advance(25 * 3_600_000);
    for (let day = 0; day < 2; day += 1) await announce(payer, transfer('100000'));
    server.clock.advance(25 * 3_600_000);
    await announce(payer, transfer('100000'));
    expect(codeOf(await announce(payer, transfer('10')))).toBe('payments.limit_month');
  });

  it('expires when it is not paid, and can be found by number and reference', async () => {
    const payer = await newPayer(server);
    const { body } = await announce(payer, transfer('75'));
    const { id, number } = body.payment;
    server.clock.advance(10 * 86_400_000 - 1000);
    await server.app.jobs.run('payments.expire');
    const stateOf = async () =>
      (await asker(server)('POST /api/payments/info', payer.session, { payment_id: id })).body.payment.state;
    expect(await stateOf()).toBe('awaiting_payment');
    server.clock.advance(1000);
    await Promise.all([server.app.jobs.run('payments.expire'), server.app.jobs.run('payments.expire')]);
    expect(await stateOf()).toBe('expired');
    await server.drain();
    const notified = await server.db.rows(sql`
      select path, params ->> 'number' as number from notification
      where person_id = ${payer.session.user.id} and kind = 'deposit_expired'`);
    expect(notified).toEqual([{ path: `/payments/${id}`, number }]);
    const events = await server.db.rows<{ data: object }>(sql`
      select data from operator_event where type = 'deposit.expired' and client_id = ${payer.session.user.id}`);
    expect(events).toMatchObject([{ data: { payment_id: id, amount: '75.00', currency: 'USD' } }]);
    for (const search of [number, body.reference ?? '', number.toLowerCase()]) {
      const { body: list } = await asker(server)('POST /api/payments', payer.session, { search });
      expect(list.payments.map((each) => each.id)).toEqual([id]);
    }
    const none = { search: 'P-1_' };
    expect((await asker(server)('POST /api/payments', payer.session, none)).body.payments).toEqual([]);
  });
});

describe('a deposit that its client cancels', () => {
  const cancel = (payer: Payer, id: string, key?: string) =>
    asker(server)('POST /api/payments/cancel', payer.session, { payment_id: id }, key);
  const announced = async (payer: Payer, amount = '75') => (await announce(payer, transfer(amount))).body.payment;

  it('ends, moves nothing, and no longer counts towards a limit', async () => {
    const payer = await newPayer(server);
    const { id, cancellable } = await announced(payer, '100000');
    expect(cancellable).toBe(true);
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 10 }, () => cancel(payer, id, key)));
    expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200));
    expect(responses[0]?.body).toMatchObject({
      payment: { state: 'cancelled', cancellable: false, next: null },
      bank: null,
    });
    expect(responses[0]?.body.history.at(-1)).toMatchObject({ state: 'cancelled', by: 'client' });
    expect(await balancesOf(server.db, payer.wallet)).toEqual([0n, 0n]);
    for (let n = 0; n < 3; n += 1) await cancel(payer, (await announced(payer, '100000')).id);
    expect((await announce(payer, transfer('100000'))).status).toBe(200);
    server.clock.advance(11 * 86_400_000);
    await server.app.jobs.run('payments.expire');
    const { body } = await asker(server)('POST /api/payments/info', payer.session, { payment_id: id });
    expect(body.payment.state).toBe('cancelled');
  });

  it('is refused in the contract’s order, and once it was reported, proven or credited', async () => {
    const [payer, other] = [await newPayer(server), await newPayer(server)];
    const [key, { id }, second] = [randomUUID(), await announced(payer), await announced(payer)];
    await cancel(payer, second.id, key);
    expect(codeOf(await cancel(payer, id, key))).toBe('http.idempotency_mismatch');
    expect(codeOf(await cancel(other, id))).toBe('http.not_found');
    expect(codeOf(await cancel(payer, second.id))).toBe('payments.state');
    await asker(server)('POST /api/payments/mark-as-paid', payer.session, { payment_id: id });
    expect(codeOf(await cancel(payer, id))).toBe('payments.state');
    const byCardNow = (await announce(payer, byCard('10'))).body.payment;
    expect([byCardNow.state, codeOf(await cancel(payer, byCardNow.id))]).toEqual(['credited', 'payments.state']);
    const report = asker(server)('POST /api/payments/mark-as-paid', payer.session, { payment_id: second.id });
    expect(codeOf(await report)).toBe('payments.state');
  });

  it('is marked as paid and cancelled at the same moment: one of the two succeeds', async () => {
    const payer = await newPayer(server);
    for (let round = 0; round < 5; round += 1) {
      const { id } = await announced(payer);
      const responses = await Promise.all([
        cancel(payer, id),
        asker(server)('POST /api/payments/mark-as-paid', payer.session, { payment_id: id }),
      ]);
      expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409]);
    }
  });
});

describe('payments.list', () => {
  it('filters, and pages without a gap', async () => {
    const payer = await newPayer(server, 4);
    for (let n = 0; n < 52; n += 1) await announce(payer, transfer('10'));
    await announce(payer, byCard('10'));
    const list = async (body: object) => (await asker(server)('POST /api/payments', payer.session, body)).body;
    const first = await list({});
    const second = await list({ cursor: first.next_cursor });
    expect([first.payments.length, second.payments.length, second.next_cursor]).toEqual([50, 3, null]);
    expect(new Set([...first.payments, ...second.payments].map(({ id }) => id)).size).toBe(53);
    expect((await list({ state: 'credited' })).payments).toHaveLength(1);
    expect((await list({ kind: 'withdrawal' })).payments).toEqual([]);
    expect((await list({ open: true, wallet_id: payer.wallet.walletId })).payments).toHaveLength(50);
    expect((await list({ from: new Date(server.clock.now().getTime() + 1).toISOString() })).payments).toEqual([]);
  });

  it('shows no payment of another client', async () => {
    const payer = await newPayer(server);
    const { body } = await announce(payer, transfer('75'));
    const call = { payment_id: body.payment.id };
    for (const route of [
      'POST /api/payments/info',
      'POST /api/payments/mark-as-paid',
      'POST /api/payments/cancel',
    ] as const) {
      expect((await request(route, ida.session, call)).status).toBe(404);
    }
  });
});
