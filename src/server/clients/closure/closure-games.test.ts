import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import { sql } from '#server/platform/db/sql.ts';
import { closingOn } from '#test/closure.ts';
import { asker, codeOf, newPayer, openBank, reported } from '#test/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { balancesOf, deposit, outside } from '#test/wallet.ts';

/** Closing against everything that may happen at the same moment. */
let server: TestServer;
let staff: Session;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  staff = await server.register({ roles: ['client', 'compliance'] });
});
afterAll(() => server.close());

const { look, ask, keep, letDaysPass, run, seenBy, stateOf } = closingOn(() => server);
/** By then so many days have passed that he has to sign in again. */
const closingOf = async (whose: Session) => seenBy(await server.signIn({ email: staff.user.email }), whose);

const codes = (answers: { status: number; refusal: { code: string } }[]) =>
  answers.map((answer) => (answer.status === 200 ? 'ok' : codeOf(answer))).toSorted();

it('of ten wishes one begins, and of ten that take it back one does', async () => {
  const { session } = await newPayer(server);
  const ten = <T>(act: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, act));
  expect(codes(await ten(() => ask(session)))).toEqual([...Array<string>(9).fill('clients.closing'), 'ok']);
  expect(codes(await ten(() => keep(session)))).toEqual([...Array<string>(9).fill('clients.not_closing'), 'ok']);
});

it('an account is either kept or closed, and closed once', async () => {
  for (let round = 0; round < 6; round++) {
    const { session } = await newPayer(server);
    await ask(session);
    letDaysPass();
    const [kept] = await Promise.all([keep(session), run(), run()]);
    await run();
    expect(await stateOf(session)).toBe(kept.status === 200 ? 'kept' : 'closed');
    const { count } = await server.db.one<{ count: number }>(sql`
      select count(*)::int as count from audit_entry where client_id = ${session.user.id} and act = 'clients.close'`);
    expect(count).toBe(kept.status === 200 ? 0 : 1);
  }
});

it('money that arrives as it closes is either there and keeps it open, or refused', async () => {
  for (let round = 0; round < 12; round++) {
    const { session, wallet } = await newPayer(server);
    await ask(session);
    letDaysPass();
    const later = new Promise((go) => setTimeout(go, round * 3));
    const [arrived] = await Promise.all([
      later
        .then(() => deposit(server.db, session.user.id, 100_000n, server.clock.now()))
        .then(() => true)
        .catch(() => false),
      run(),
    ]);
    await run();
    expect(await stateOf(session)).toBe(arrived ? 'asked' : 'closed');
    expect(await balancesOf(server.db, wallet)).toEqual([arrived ? 100_000n : 0n, 0n]);
  }
});

it('money whose posting is under way is waited for', async () => {
  const { session, wallet } = await newPayer(server);
  await ask(session);
  letDaysPass();
  const at = server.clock.now();
  await server.db.tx(async (tx) => {
    await openAccounts(tx, at, [outside]);
    await post(tx, { scope: 'test', key: session.user.id, kind: 'deposit', at }, [
      { account: outside.code, amountMinor: -100_000n },
      { account: wallet.available, amountMinor: 100_000n },
    ]);
    await run();
    expect(await stateOf(session)).toBe('asked');
  });
  await run();
  expect(await stateOf(session)).toBe('asked');
  expect((await closingOf(session)).body.blockers).toMatchObject([{ kind: 'wallet', amount: '1000.00' }]);
});

it('a transfer by bank that comes too late is not credited, and may be turned down', async () => {
  const payer = await newPayer(server);
  const finance = await server.register({ roles: ['client', 'finance'] });
  const wish = { wallet_id: payer.wallet.walletId, method: 'bank_transfer', amount: '250.00' };
  const { body } = await asker(server)('POST /api/payments/deposit', payer.session, wish);
  const { id } = body.payment;
  await ask(payer.session);
  letDaysPass();
  await server.signIn({ email: finance.user.email, as: finance });
  await server.app.jobs.run('payments.expire');
  await run();
  expect(await stateOf(payer.session)).toBe('closed');
  const desk = asker(server);
  expect((await desk('POST /api/staff/payments/take', finance, { payment_id: id })).status).toBe(200);
  const credited = await desk('POST /api/staff/payments/credit', finance, { payment_id: id, received: '250.00' });
  expect(codeOf(credited)).toBe('ledger.client_closed');
  const rejected = await desk('POST /api/staff/payments/reject', finance, {
    payment_id: id,
    reason: 'source_unclear',
    note: 'Goes back',
  });
  expect(rejected.status).toBe(200);
});

it('a deposit that was announced is waited for too', async () => {
  const payer = await newPayer(server);
  const id = await reported(server, payer, '250.00');
  await server.db.run(sql`
    insert into account_closing (id, client_id, asked_at, closes_at, least_withdrawals)
    values (gen_random_uuid(), ${payer.session.user.id}, ${server.clock.now()}, ${server.clock.now()}, '{}')`);
  await run();
  expect(await stateOf(payer.session)).toBe('asked');
  expect((await look(payer.session)).body.blockers).toMatchObject([{ kind: 'payment', path: `/payments/${id}` }]);
});

it('those at which something stands in the way keep nobody behind them waiting', async () => {
  const { session } = await newPayer(server);
  const early = server.clock.now();
  await server.db.run(sql`
    with copied as (
      insert into client
      select (jsonb_populate_record(c, jsonb_build_object(
        'id', gen_random_uuid(), 'email', 'blocked-' || n || '@example.com', 'blocked_at', ${early}::timestamptz))).*
      from client c, generate_series(1, 200) n where c.id = ${session.user.id} returning id
    )
    insert into account_closing (id, client_id, asked_at, closes_at, least_withdrawals)
    select gen_random_uuid(), id, ${early}, ${early}, '{}' from copied`);
  server.clock.advance(1000);
  await ask(session);
  letDaysPass();
  await run();
  expect(await stateOf(session)).toBe('closed');
});

it('nothing is put away for whom it was taken back after it had been found due', async () => {
  const first = await newPayer(server);
  await ask(first.session);
  server.clock.advance(1000);
  const { session } = await newPayer(server);
  await server.call('POST /api/trading-account/create', { as: session, body: { currency_id: 'USD' } });
  await ask(session);
  letDaysPass();
  // He takes it back while the account before his is being closed.
  await server.db.run(sql`update client set second_name = 'Stays' where id = ${session.user.id}`);
  await server.db.run(sql`
    create function keep_it() returns trigger language plpgsql as $$ begin
      update account_closing set ended_at = closes_at, outcome = 'kept'
      where ended_at is null and client_id in (select id from client where second_name = 'Stays');
      return new;
    end $$`);
  await server.db.run(sql`
    create trigger keeping after update on account_closing for each row when (new.outcome = 'closed') execute function keep_it()`);
  await run();
  await server.db.run(sql`drop trigger keeping on account_closing`);
  await server.db.run(sql`drop function keep_it`);
  expect([await stateOf(first.session), await stateOf(session)]).toEqual(['closed', 'kept']);
  const { archived } = await server.db.one<{ archived: number }>(sql`
    select count(*)::int as archived from trading_account where client_id = ${session.user.id} and status = 'archived'`);
  expect(archived).toBe(0);
});
