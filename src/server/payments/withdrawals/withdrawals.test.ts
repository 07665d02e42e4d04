import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { codeAlone } from '#test/auth/code-alone.ts';
import {
  asker,
  card,
  codeOf,
  confirmedDestination,
  emailedCode,
  newPayer,
  submitted,
  type Payer,
} from '#test/money/payments.ts';
import { emailsTo } from '#test/mailbox.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { balancesOf } from '#test/money/wallet.ts';

let server: TestServer;
let ida: Payer;
let bank: string;
beforeAll(async () => {
  server = await startServer();
  ida = await newPayer(server, 3, 1_000_000n);
  bank = await confirmedDestination(server, ida);
});
afterAll(() => server.close());

const withdraw = (payer: Payer, destinationId: string, amount: string, key?: string) =>
  asker(server)(
    'POST /api/payments/withdraw',
    payer.session,
    { wallet_id: payer.wallet.walletId, destination_id: destinationId, amount },
    key,
  );
const confirm = (as: Session, id: string, code: string, key?: string) =>
  asker(server)('POST /api/payments/confirm', as, { payment_id: id, code }, key);
const cancel = (as: Session, id: string, key?: string) =>
  asker(server)('POST /api/payments/cancel', as, { payment_id: id }, key);

describe('a withdrawal', () => {
  it('waits for the emailed code, and holds the money with it', async () => {
    const payer = await newPayer(server, 3, 50_000n);
    const destination = await confirmedDestination(server, payer);
    const { body } = await withdraw(payer, destination, '100');
    expect(body.payment).toMatchObject({
      state: 'awaiting_confirmation',
      amount: '100.00',
      fee: '5.00',
      net: '95.00',
      account: 'GB29 •••• 6819',
      cancellable: true,
    });
    expect(body.code_expires_at).toBeNull();
    expect(await balancesOf(server.db, payer.wallet)).toEqual([50_000n, 0n]);
    const code = await emailedCode(server, payer);
    const key = randomUUID();
    const done = await confirm(payer.session, body.payment.id, code, key);
    expect(done.body.payment).toMatchObject({ state: 'submitted', next: { who: 'staff' } });
    expect(done.body.ahead).toEqual(['in_review', 'approved', 'sent', 'completed']);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([40_000n, 10_000n]);
    expect((await confirm(payer.session, body.payment.id, code, key)).body).toEqual(done.body);
    expect(codeOf(await confirm(payer.session, body.payment.id, code))).toBe('payments.state');
    const stored = await server.db.rows(sql`select to_jsonb(p)::text as text from payment p`);
    expect(JSON.stringify(stored)).not.toMatch(codeAlone(code));
    expect((await emailsTo(server, payer.session.user.email))[0]?.subject).toBe(
      'We’ve received your withdrawal request',
    );
  });

  it('is refused in the contract’s order', async () => {
    const key = randomUUID();
    await withdraw(ida, bank, '20', key);
    const { body: fresh } = await asker(server)('POST /api/payments/destinations/add', ida.session, {
      method: 'bank_transfer',
      account: 'DE89 3704 0044 0532 0130 00',
      label: 'New',
    });
    const low = await newPayer(server, 2, 100_000n);
    const lows = await confirmedDestination(server, low);
    const changed = await newPayer(server, 3, 100_000n);
    const changeds = await confirmedDestination(server, changed);
    const pass = {
      current_password: changed.session.password,
      password: 'four quiet harbours',
      password_confirmation: 'four quiet harbours',
    };
    expect((await asker(server)('POST /api/settings/password', changed.session, pass)).status).toBe(200);
    const poor = await newPayer(server, 3, 5_000n);
    const poors = await confirmedDestination(server, poor);
    const codes = [
      await withdraw(ida, bank, '21', key),
      await withdraw(low, bank, '20'),
      await withdraw({ ...low, wallet: ida.wallet }, lows, '20'),
      await withdraw(ida, fresh.id, '0'),
      await withdraw(ida, bank, '20.001'),
      await withdraw(ida, bank, '9.99'),
      await withdraw(ida, bank, '1000000.01'),
      await withdraw(low, lows, '20'),
      await withdraw(changed, changeds, '30000'),
      await withdraw(ida, bank, '25000.01'),
      await withdraw(poor, poors, '50.01'),
    ].map(codeOf);
    expect(codes).toEqual([
      'http.idempotency_mismatch',
      'http.not_found',
      'http.not_found',
      'payments.destination_unconfirmed',
      'payments.amount_scale',
      'payments.amount_min',
      'payments.amount_max',
      'payments.level',
      'payments.blocked_after_change',
      'payments.limit_operation',
      'ledger.insufficient_funds',
    ]);
    server.clock.advance(24 * 3_600_000);
    expect((await withdraw(changed, changeds, '20')).status).toBe(200);
  });

  it('needs a currency that its destination’s method has', async () => {
    await server.db.run(
      sql`delete from payment_terms where kind = 'withdrawal' and method = 'sandbox' and currency = 'USD'`,
    );
    const destination = await confirmedDestination(server, ida, card);
    expect(codeOf(await withdraw(ida, destination, '20'))).toBe('payments.method');
    await server.db.run(sql`
      insert into payment_terms (method, kind, currency, min_amount, max_amount, working_days) values ('sandbox', 'withdrawal', 'USD', 500, 500000, 0)`);
  });

  it('belongs to its client: no other client sees, confirms or cancels it', async () => {
    const id = await submitted(server, ida, bank, '20');
    const other = await newPayer(server);
    const responses = [
      await confirm(other.session, id, '000000'),
      await cancel(other.session, id),
      await asker(server)('POST /api/payments/send-code', other.session, { payment_id: id }),
      await asker(server)('POST /api/payments/info', other.session, { payment_id: id }),
    ];
    expect(responses.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
  });

  it('expires when it is not confirmed', async () => {
    const { body } = await withdraw(ida, bank, '20');
    const code = await emailedCode(server, ida);
    server.clock.advance(3_600_000);
    await server.app.jobs.run('payments.expire');
    expect(codeOf(await confirm(ida.session, body.payment.id, code))).toBe('payments.state');
    expect(
      codeOf(await asker(server)('POST /api/payments/send-code', ida.session, { payment_id: body.payment.id })),
    ).toBe('payments.state');
    await server.drain();
    const notified = await server.db.rows(sql`
      select path, params ->> 'number' as number from notification
      where person_id = ${ida.session.user.id} and kind = 'withdrawal_expired'`);
    expect(notified).toContainEqual({ path: `/payments/${body.payment.id}`, number: body.payment.number });
    const events = await server.db.rows(sql`
      select data ->> 'amount' as amount from operator_event
      where type = 'withdrawal.expired' and client_id = ${ida.session.user.id}`);
    expect(events).toContainEqual({ amount: '20.00' });
  });

  it('confirmed as it expires is either submitted or expired, and holds accordingly', async () => {
    for (let round = 0; round < 5; round += 1) {
      const payer = await newPayer(server, 3, 50_000n);
      const { body } = await withdraw(payer, await confirmedDestination(server, payer), '100');
      const { id } = body.payment;
      server.clock.advance(58 * 60_000);
      await asker(server)('POST /api/payments/send-code', payer.session, { payment_id: id });
      const code = await emailedCode(server, payer);
      server.clock.advance(2 * 60_000);
      const [confirmed] = await Promise.all([confirm(payer.session, id, code), server.app.jobs.run('payments.expire')]);
      const found = await asker(server)('POST /api/payments/info', payer.session, { payment_id: id });
      const isSubmitted = confirmed.status === 200;
      expect(found.body.payment.state).toBe(isSubmitted ? 'submitted' : 'expired');
      expect(await balancesOf(server.db, payer.wallet)).toEqual(isSubmitted ? [40_000n, 10_000n] : [50_000n, 0n]);
    }
  });
});

describe('the code', () => {
  it('is valid for five minutes, and a newer one replaces it', async () => {
    const { body } = await withdraw(ida, bank, '20');
    const { id } = body.payment;
    const first = await emailedCode(server, ida);
    expect(codeOf(await confirm(ida.session, id, '12345'))).toBe('payments.code_shape');
    server.clock.advance(5 * 60_000);
    expect(codeOf(await confirm(ida.session, id, first))).toBe('payments.code_expired');
    await asker(server)('POST /api/payments/send-code', ida.session, { payment_id: id });
    const second = await emailedCode(server, ida);
    expect((await confirm(ida.session, id, ` ${second.slice(0, 3)} ${second.slice(3)} `)).status).toBe(200);
  });

  it('allows five attempts, also concurrent ones', async () => {
    const { body } = await withdraw(ida, bank, '20');
    const { id } = body.payment;
    const code = await emailedCode(server, ida);
    const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const tries = await Promise.all(Array.from({ length: 20 }, () => confirm(ida.session, id, wrong)));
    const codes = tries.map(codeOf);
    expect(codes.filter((each) => each === 'payments.code_wrong')).toHaveLength(5);
    expect(codes.filter((each) => each === 'payments.code_attempts')).toHaveLength(15);
    expect(codeOf(await confirm(ida.session, id, code))).toBe('payments.code_attempts');
  });

  it('counts wrong ones of a client over all withdrawals, and pauses for an hour', async () => {
    const payer = await newPayer(server, 3, 50_000n);
    const destination = await confirmedDestination(server, payer);
    const made = await waiting(payer, destination, '20', 4);
    const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');
    const guesses = made.flatMap(({ id, code }) => Array.from({ length: 4 }, () => ({ id, code: wrong(code) })));
    const codes = (await Promise.all(guesses.map(({ id, code }) => confirm(payer.session, id, code)))).map(codeOf);
    expect(codes.filter((each) => each === 'payments.code_wrong')).toHaveLength(10);
    expect(codes.filter((each) => each === 'payments.code_paused')).toHaveLength(6);
    const [first] = made;
    const paused = await confirm(payer.session, first?.id ?? '', first?.code ?? '');
    expect([paused.status, codeOf(paused)]).toEqual([429, 'payments.code_paused']);
    server.clock.advance(3_600_000);
    const [fresh] = await waiting(payer, destination, '20', 1);
    expect((await confirm(payer.session, fresh?.id ?? '', fresh?.code ?? '')).status).toBe(200);
  });
});

/** Withdrawals that wait for their codes, with the codes. */
async function waiting(payer: Payer, destination: string, amount: string, count: number) {
  const made: { id: string; code: string }[] = [];
  for (let n = 0; n < count; n += 1) {
    const { body } = await withdraw(payer, destination, amount);
    made.push({ id: body.payment.id, code: await emailedCode(server, payer) });
  }
  return made;
}

describe('many at once', () => {
  it('50 withdrawals of a balance that covers 10 give exactly 10', async () => {
    const payer = await newPayer(server, 3, 100_000n);
    const destination = await confirmedDestination(server, payer);
    const made = await waiting(payer, destination, '100', 50);
    const responses = await Promise.all(made.map(({ id, code }) => confirm(payer.session, id, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = responses.filter(({ status }) => status !== 200).map(codeOf);
    expect(new Set(refused)).toEqual(new Set(['ledger.insufficient_funds']));
    expect(await balancesOf(server.db, payer.wallet)).toEqual([0n, 100_000n]);
  });

  it('of 50 within a limit for 10, exactly 10 get through', async () => {
    await server.db.run(sql`update payment_limit set per_day = 100000 where level = 4 and kind = 'withdrawal'`);
    const payer = await newPayer(server, 4, 1_000_000n);
    const destination = await confirmedDestination(server, payer);
    const made = await waiting(payer, destination, '100', 50);
    const responses = await Promise.all(made.map(({ id, code }) => confirm(payer.session, id, code)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(10);
    const refused = responses.filter(({ status }) => status !== 200).map(codeOf);
    expect(new Set(refused)).toEqual(new Set(['payments.limit_day']));
    expect(codeOf(await withdraw(payer, destination, '100'))).toBe('payments.limit_day');
    await server.db.run(
      sql`update payment_limit set per_day = null, per_month = 100000 where level = 4 and kind = 'withdrawal'`,
    );
    expect(codeOf(await withdraw(payer, destination, '100'))).toBe('payments.limit_month');
  });

  it('confirmed 20 times at once, one withdrawal is submitted once', async () => {
    const payer = await newPayer(server, 3, 100_000n);
    const destination = await confirmedDestination(server, payer);
    const [one] = await waiting(payer, destination, '100', 1);
    const key = randomUUID();
    const responses = await Promise.all(
      Array.from({ length: 20 }, () => confirm(payer.session, one!.id, one!.code, key)),
    );
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await balancesOf(server.db, payer.wallet)).toEqual([90_000n, 10_000n]);
  });

  it('is submitted by one of several concurrent keys; the others find it moved on, and no attempt counts', async () => {
    const payer = await newPayer(server, 3, 100_000n);
    const destination = await confirmedDestination(server, payer);
    for (const { id, code } of await waiting(payer, destination, '20', 5)) {
      const responses = await Promise.all(Array.from({ length: 8 }, () => confirm(payer.session, id, code)));
      expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
      const refused = responses.filter(({ status }) => status !== 200).map(codeOf);
      expect(new Set(refused)).toEqual(new Set(['payments.state']));
      const { attempts } = await server.db.one<{ attempts: number }>(
        sql`select code_attempts as attempts from payment where id = ${id}`,
      );
      expect(attempts).toBe(0);
    }
  });
});

describe('payments.cancel', () => {
  it('releases what was held, once', async () => {
    const payer = await newPayer(server, 3, 50_000n);
    const destination = await confirmedDestination(server, payer);
    const id = await submitted(server, payer, destination, '100');
    const key = randomUUID();
    const responses = await Promise.all(Array.from({ length: 10 }, () => cancel(payer.session, id, key)));
    expect(responses.map(({ body }) => body.payment.state)).toEqual(Array.from({ length: 10 }, () => 'cancelled'));
    expect(codeOf(await cancel(payer.session, id))).toBe('payments.state');
    expect(codeOf(await cancel(payer.session, randomUUID(), key))).toBe('http.idempotency_mismatch');
    expect(await balancesOf(server.db, payer.wallet)).toEqual([50_000n, 0n]);
  });

  it('also works before confirmation', async () => {
    const { body } = await withdraw(ida, bank, '20');
    expect((await cancel(ida.session, body.payment.id)).body.payment.state).toBe('cancelled');
  });
});

describe('return to source', () => {
  it('sends money back the way it came first, in proportion, and profit anywhere', async () => {
    const payer = await newPayer(server, 3, 50_000n);
    const destination = await confirmedDestination(server, payer);
    const input = { wallet_id: payer.wallet.walletId, method: 'sandbox', amount: '200', card };
    await asker(server)('POST /api/payments/deposit', payer.session, input);
    const refused = await withdraw(payer, destination, '20');
    expect(codeOf(refused)).toBe('payments.return_to_source');
    expect(refused.refusal.message).toContain('USD\u00a0200.00 (Test card •••• 4242)');
    const { body } = await asker(server)('POST /api/payments/methods', payer.session, {});
    expect(body.to_return).toEqual([
      { method: 'sandbox', account: '•••• 4242', deposited: '200.00', returned: '0.00', due: '200.00' },
    ]);
    const toCard = await confirmedDestination(server, payer, card);
    await submitted(server, payer, toCard, '200');
    await submitted(server, payer, destination, '20');
  });

  it('is checked again when the code comes', async () => {
    const payer = await newPayer(server, 3, 50_000n);
    const destination = await confirmedDestination(server, payer);
    const [one] = await waiting(payer, destination, '20', 1);
    const input = { wallet_id: payer.wallet.walletId, method: 'sandbox', amount: '200', card };
    await asker(server)('POST /api/payments/deposit', payer.session, input);
    expect(codeOf(await confirm(payer.session, one!.id, one!.code))).toBe('payments.return_to_source');
    // In the contract's order, from the last: each new cause comes before those already there.
    const causes = [
      [sql`update payment_limit set per_month = 100 where level = 3 and kind = 'withdrawal'`, 'payments.limit_month'],
      [sql`update payment_limit set per_day = 100 where level = 3 and kind = 'withdrawal'`, 'payments.limit_day'],
      [
        sql`update payment_limit set per_operation = 100 where level = 3 and kind = 'withdrawal'`,
        'payments.limit_operation',
      ],
      [
        sql`update person set security_changed_at = ${server.clock.now()} where id = ${payer.session.user.id}`,
        'payments.blocked_after_change',
      ],
      [sql`update person set verification_level = 2 where id = ${payer.session.user.id}`, 'payments.level'],
    ] as const;
    for (const [cause, code] of causes) {
      await server.db.run(cause);
      expect(codeOf(await confirm(payer.session, one!.id, one!.code))).toBe(code);
    }
    await asker(server)('POST /api/payments/destinations/remove', payer.session, { destination_id: destination });
    expect(codeOf(await confirm(payer.session, one!.id, one!.code))).toBe('payments.destination_unconfirmed');
    expect(await balancesOf(server.db, payer.wallet)).toEqual([69_700n, 0n]);
  });
});
