import { afterAll, beforeAll, expect, it } from 'vitest';
import { openAccounts } from '#server/ledger/accounts.ts';
import { post } from '#server/ledger/post.ts';
import { sql } from '#server/platform/db/sql.ts';
import { closingOn } from '#test/compliance/closure.ts';
import { asker, codeOf, newPayer, openBank, reported } from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { balancesOf, deposit, external } from '#test/money/wallet.ts';

/** Account closure against everything that can happen at the same moment. */
let server: TestServer;
let staff: Session;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  staff = await server.register({ roles: ['client', 'compliance'] });
});
afterAll(() => server.close());

const { look: readOwn, request, store: cancelClosure, letDaysPass, run, seenBy, stateOf } = closingOn(() => server);
/** So many days have passed by then that staff have to sign in again. */
const closingOf = async (whose: Session) => seenBy(await server.signIn({ email: staff.user.email }), whose);

const codes = (responses: { status: number; refusal: { code: string } }[]) =>
  responses.map((response) => (response.status === 200 ? 'ok' : codeOf(response))).toSorted();

it('of ten concurrent requests one starts, and of ten cancellations one takes effect', async () => {
  const { session } = await newPayer(server);
  const ten = <T>(action: () => Promise<T>) => Promise.all(Array.from({ length: 10 }, action));
  expect(codes(await ten(() => request(session)))).toEqual([...Array<string>(9).fill('clients.closure_pending'), 'ok']);
  expect(codes(await ten(() => cancelClosure(session)))).toEqual([
    ...Array<string>(9).fill('clients.closure_none'),
    'ok',
  ]);
});

it('an account is either kept or closed, and closed once', async () => {
  for (let round = 0; round < 6; round++) {
    const { session } = await newPayer(server);
    await request(session);
    letDaysPass();
    const [stored] = await Promise.all([cancelClosure(session), run(), run()]);
    await run();
    expect(await stateOf(session)).toBe(stored.status === 200 ? 'cancelled' : 'closed');
    const { count } = await server.db.one<{ count: number }>(sql`
      select count(*)::int as count from audit_entry where client_id = ${session.user.id} and action = 'clients.close'`);
    expect(count).toBe(stored.status === 200 ? 0 : 1);
  }
});

it('money that arrives during the closure keeps the account open or is refused', async () => {
  for (let round = 0; round < 12; round++) {
    const { session, wallet } = await newPayer(server);
    await request(session);
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

it('a posting in progress postpones the closure', async () => {
  const { session, wallet } = await newPayer(server);
  await request(session);
  letDaysPass();
  const at = server.clock.now();
  await server.db.tx(async (tx) => {
    await openAccounts(tx, at, [external]);
    await post(tx, { scope: 'test', key: session.user.id, kind: 'deposit', at }, [
      { account: external.code, amountMinor: -100_000n },
      { account: wallet.available, amountMinor: 100_000n },
    ]);
    await run();
    expect(await stateOf(session)).toBe('asked');
  });
  await run();
  expect(await stateOf(session)).toBe('asked');
  expect((await closingOf(session)).body.blockers).toMatchObject([{ kind: 'wallet', amount: '1000.00' }]);
});

it('a bank transfer that comes too late is not credited, and can be rejected', async () => {
  const payer = await newPayer(server);
  const finance = await server.register({ roles: ['client', 'finance'] });
  const closureRequest = { wallet_id: payer.wallet.walletId, method: 'bank_transfer', amount: '250.00' };
  const { body } = await asker(server)('POST /api/payments/deposit', payer.session, closureRequest);
  const { id } = body.payment;
  await request(payer.session);
  letDaysPass();
  await server.signIn({ email: finance.user.email, as: finance });
  await server.app.jobs.run('payments.expire');
  await run();
  expect(await stateOf(payer.session)).toBe('closed');
  const asStaff = asker(server);
  expect((await asStaff('POST /api/staff/payments/assign', finance, { payment_id: id })).status).toBe(200);
  const credited = await asStaff('POST /api/staff/payments/credit', finance, { payment_id: id, received: '250.00' });
  expect(codeOf(credited)).toBe('ledger.client_closed');
  const rejected = await asStaff('POST /api/staff/payments/reject', finance, {
    payment_id: id,
    reason: 'source_unclear',
    note: 'Goes back',
  });
  expect(rejected.status).toBe(200);
});

it('an announced deposit postpones the closure as well', async () => {
  const payer = await newPayer(server);
  const id = await reported(server, payer, '250.00');
  await server.db.run(sql`
    insert into account_closure (id, client_id, requested_at, closes_at, min_withdrawals)
    values (gen_random_uuid(), ${payer.session.user.id}, ${server.clock.now()}, ${server.clock.now()}, '{}')`);
  await run();
  expect(await stateOf(payer.session)).toBe('asked');
  expect((await readOwn(payer.session)).body.blockers).toMatchObject([{ kind: 'payment', path: `/payments/${id}` }]);
});

it('blocked requests do not hold up the ones after them', async () => {
  const { session } = await newPayer(server);
  const early = server.clock.now();
  await server.db.run(sql`
    with copied as (
      insert into person (id, email, password_hash, first_name, second_name, country, language, blocked_at, created_at)
      select gen_random_uuid(), 'blocked-' || n || '@example.com', password_hash, first_name, second_name, country, language,
             ${early}::timestamptz, created_at
      from person c, generate_series(1, 200) n where c.id = ${session.user.id} returning id
    )
    insert into account_closure (id, client_id, requested_at, closes_at, min_withdrawals)
    select gen_random_uuid(), id, ${early}, ${early}, '{}' from copied`);
  server.clock.advance(1000);
  await request(session);
  letDaysPass();
  await run();
  expect(await stateOf(session)).toBe('closed');
});

it('nothing is archived for a client who cancelled after the request was found due', async () => {
  const first = await newPayer(server);
  await request(first.session);
  server.clock.advance(1000);
  const { session } = await newPayer(server);
  await server.call('POST /api/trading-account/create', { as: session, body: { currency_id: 'USD' } });
  await request(session);
  letDaysPass();
  // The client cancels while the account before this one is being closed.
  await server.db.run(sql`update person set second_name = 'Stays' where id = ${session.user.id}`);
  await server.db.run(sql`
    create function keep_it() returns trigger language plpgsql as $$ begin
      update account_closure set ended_at = closes_at, outcome = 'cancelled'
      where ended_at is null and client_id in (select id from person where second_name = 'Stays');
      return new;
    end $$`);
  await server.db.run(sql`
    create trigger keeping after update on account_closure for each row when (new.outcome = 'closed') execute function keep_it()`);
  await run();
  await server.db.run(sql`drop trigger keeping on account_closure`);
  await server.db.run(sql`drop function keep_it`);
  expect([await stateOf(first.session), await stateOf(session)]).toEqual(['closed', 'cancelled']);
  const { archived } = await server.db.one<{ archived: number }>(sql`
    select count(*)::int as archived from trading_account where client_id = ${session.user.id} and status = 'archived'`);
  expect(archived).toBe(0);
});
