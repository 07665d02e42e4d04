import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paymentsProgramEndpoints } from '#contract/payments/program-endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { keyFor, type Program } from '#test/compliance/programs.ts';
import { forge } from '#test/database/forge.ts';
import { refusalsOf } from '#test/endpoints/refusals.ts';
import { asker, codeOf, newPayer, openBank, type Payer } from '#test/money/payments.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let admin: Session;
let paul: Session;
let petra: Session;
let bank: Program;
let payer: Payer;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  admin = await server.register({ roles: ['client', 'admin'] });
  paul = await server.register({ roles: ['client', 'finance'] });
  petra = await server.register({ roles: ['client', 'finance'] });
  bank = await keyFor(server, admin, { name: 'Bank', scopes: ['deposits:write'] });
  payer = await newPayer(server);
});
afterAll(() => server.close());

interface How {
  by?: Program;
  intent?: string;
  reference?: string;
  amount?: string;
  currency?: string;
  sender?: string;
}
const report = (of: Payer | Session, { by = bank, intent = newId(), ...how }: How = {}) =>
  server.call('POST /api/operator/v1/deposits', {
    body: {
      client_id: ('session' in of ? of.session : of).user.id,
      currency: 'USD',
      amount: '250.00',
      reference: newId(),
      sender: 'Erika Mustermann, DE02 1203 0000',
      ...how,
    },
    headers: { authorization: by, 'idempotency-key': intent },
  });
const credit = (as: Session, id: string, received = '250.00') =>
  asker(server)('POST /api/staff/payments/credit', as, { payment_id: id, received });
const shownTo = async ({ session }: Payer, id: string) =>
  (await asker(server)('POST /api/payments/info', session, { payment_id: id })).body;

const refusals = refusalsOf({
  'operator_api.report_deposit': paymentsProgramEndpoints['operator_api.report_deposit'],
});
refusals.meets('operator_api.report_deposit', async () => {
  await asker(server)('POST /api/wallets/open', payer.session, { currency_id: 'EUR' });
  const intent = newId();
  await report(payer, { intent });
  return [
    () => report(admin, { intent, amount: '0.001' }),
    () => report(admin, { amount: '0.001' }),
    () => report(payer, { currency: 'eur', amount: '0.001' }),
    () => report(payer, { amount: '0.001' }),
    () => report(payer, { amount: '0' }),
  ];
});

describe('a deposit that a program reports', () => {
  it('waits for finance, who credit it as any other, and never the administrator of the key', async () => {
    const { body } = await report(payer);
    const { payment, bank: instruction, reference, history } = await shownTo(payer, body.id);
    expect(payment).toMatchObject({
      state: 'under_review',
      amount: '250.00',
      method: 'bank_transfer',
      cancellable: false,
    });
    expect([instruction, reference]).toEqual([null, null]);
    expect(history.map(({ state, by }) => [state, by])).toEqual([
      ['created', 'staff'],
      ['awaiting_payment', 'staff'],
      ['under_review', 'staff'],
    ]);
    expect(await balancesOf(server.db, payer.wallet)).toEqual([0n, 0n]);

    const seen = await asker(server)('POST /api/staff/payments/info', admin, { payment_id: body.id });
    expect(seen.body).toMatchObject({ note: 'Erika Mustermann, DE02 1203 0000', maker: { id: admin.user.id } });
    expect(seen.body.actions).toEqual(['assign', 'reject']);
    expect(codeOf(await credit(admin, body.id))).toBe('payments.approved_by_you');
    await expect(
      server.db.run(sql`
        insert into approval_request (id, kind, key, client_id, action, was, value, author_id, created_at)
        select ${newId()}, 'payment', id::text, client_id, 'credit_deposit', approval_subject_status('payment', id::text, client_id, ${server.clock.now()}),
               '{}', created_by, ${server.clock.now()} from payment where id = ${body.id}`),
    ).rejects.toThrow('does not approve it');
    expect((await credit(paul, body.id)).body.payment.state).toBe('credited');
    expect(await balancesOf(server.db, payer.wallet)).toEqual([25_000n, 0n]);

    const [entry] = await server.db.rows(sql`
      select actor_id as by, details ->> 'key' as key from audit_entry
      where client_id = ${payer.session.user.id} and action = 'payments.report_deposit' order by id desc limit 1`);
    expect(entry).toEqual({ by: admin.user.id, key: 'Bank' });
    await server.drain();
    const events = await server.db.rows(sql`
      select type from operator_event where data ->> 'payment_id' = ${body.id}`);
    expect(events).toEqual([{ type: 'deposit.credited' }]);
  });

  it('is credited by no one who has received a secret of its key', async () => {
    const polly = await server.register({ roles: ['client', 'finance'] });
    // As of a time when others than its holder could receive one.
    await forge(
      server.ownerUrl,
      sql`
      insert into operator_key_secret (hash, key_id, hint, created_at, created_by)
      select ${Buffer.from('rotated')}, id, 'atr_test_', ${server.clock.now()}, ${polly.user.id} from operator_key where name = 'Bank'`,
    );
    const { body } = await report(payer);
    const seen = await asker(server)('POST /api/staff/payments/info', polly, { payment_id: body.id });
    expect(seen.body.actions).toEqual(['assign', 'reject']);
    expect(codeOf(await credit(polly, body.id))).toBe('payments.approved_by_you');
    await expect(
      server.db.run(sql`
        insert into approval_request (id, kind, key, client_id, action, was, value, author_id, created_at)
        select ${newId()}, 'payment', id::text, client_id, 'credit_deposit', approval_subject_status('payment', id::text, client_id, ${server.clock.now()}),
               '{}', ${polly.user.id}, ${server.clock.now()} from payment where id = ${body.id}`),
    ).rejects.toThrow('does not approve it');
    expect((await credit(paul, body.id)).body.payment.state).toBe('credited');
    await expect(server.db.run(sql`update payment set key_id = null where id = ${body.id}`)).rejects.toThrow(
      'payment is append-only',
    );
  });

  it('takes two others from the threshold on', async () => {
    const { body } = await report(payer, { amount: '10000.00' });
    expect((await credit(paul, body.id, '10000.00')).body.payment.state).toBe('under_review');
    expect(codeOf(await credit(admin, body.id, '10000.00'))).toBe('payments.approved_by_you');
    await expect(
      server.db.run(sql`
        update approval_request set state = 'approved', decided_by = ${admin.user.id}, decided_at = ${server.clock.now()}
        where payment_id = ${body.id} and state = 'open'`),
    ).rejects.toThrow('does not approve it');
    expect((await credit(petra, body.id, '10000.00')).body.payment.state).toBe('credited');
  });

  it('is one for each reference of a key, also concurrently, and another content is refused', async () => {
    const reference = newId();
    const made = await Promise.all(Array.from({ length: 4 }, () => report(payer, { reference })));
    expect(new Set(made.map(({ body }) => body.id)).size).toBe(1);
    expect((await report(payer, { reference, amount: '251.00' })).refusal.code).toBe('http.idempotency_mismatch');
    await credit(paul, made[0]!.body.id, '200.00');
    expect((await report(payer, { reference })).body).toEqual(made[0]!.body);
    const other = await keyFor(server, admin, { name: 'Other bank', scopes: ['deposits:write'] });
    expect((await report(payer, { reference, by: other })).body.id).not.toBe(made[0]!.body.id);
  });

  it('is taken above the limits and under a restriction, which count when it is credited', async () => {
    const low = await newPayer(server, 0);
    const { body } = await report(low);
    expect(codeOf(await credit(paul, body.id))).toBe('payments.level');
    const kept = await newPayer(server, 1);
    await server.db.run(sql`
      insert into payment_restriction (client_id, kind, reason, set_by, set_at)
      values (${kept.session.user.id}, 'deposit', 'under_inquiry', ${paul.user.id}, ${server.clock.now()})`);
    const reports = [await report(kept, { amount: '300.00' }), await report(kept, { amount: '300.00' })];
    const [first = '', second = ''] = reports.map((each) => each.body.id);
    const done = await credit(paul, first, '300.00');
    expect(done.refusal?.code ?? done.body.payment.state).toBe('credited');
    expect(codeOf(await credit(paul, second, '300.00'))).toBe('payments.limit_day');
  });

  it('needs a key with its scope, and a client who is not closed', async () => {
    const reader = await keyFor(server, admin, { name: 'Reader', scopes: ['payments:read', 'adjustments:write'] });
    expect((await report(payer, { by: reader })).refusal.code).toBe('operator.scope');
    const gone = await keyFor(server, admin, { name: 'Gone', scopes: ['deposits:write'] });
    await server.db.run(sql`update operator_key set revoked_at = ${server.clock.now()} where name = 'Gone'`);
    expect((await report(payer, { by: gone })).refusal.code).toBe('http.unauthenticated');
    const closed = await newPayer(server);
    const now = server.clock.now();
    await server.db.run(sql`
      update person set blocked_at = ${now}, closed_at = ${now} where id = ${closed.session.user.id}`);
    expect((await report(closed)).refusal.code).toBe('http.not_found');
    expect((await report(payer, { currency: 'GBP' })).refusal.code).toBe('http.not_found');
  });
});

it('meets every refusal above', () => {
  expect(refusals.unmet()).toEqual([]);
});
