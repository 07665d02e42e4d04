import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { api } from '#contract/api.ts';
import { sql } from '#server/platform/db/sql.ts';
import { registerBen, type Ben } from '#test/money/second-client.ts';
import { closingOn } from '#test/compliance/closure.ts';
import { emailedToken, emailsTo } from '#test/mailbox.ts';
import {
  asker,
  codeOf,
  confirmedDestination,
  newPayer,
  openBank,
  submitted,
  type Payer,
} from '#test/money/payments.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';
import { balancesOf, deposit } from '#test/money/wallet.ts';

const dayMs = 86_400_000;

let server: TestServer;
let ben: Ben;
let staff: Session;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  ben = await registerBen(server);
  staff = await server.register({ roles: ['client', 'compliance'] });
  await server.signIn({ email: staff.user.email, remember: true, as: staff });
});
afterAll(() => server.close());

const { look: readOwn, request, store: cancelClosure, letDaysPass, run, seenBy, stateOf } = closingOn(() => server);
const closingOf = (whose: Session, as = staff) => seenBy(as, whose);
const afterTheDays = async () => {
  letDaysPass();
  await run();
};
const subjects = async ({ user }: Session) => (await emailsTo(server, user.email)).map(({ subject }) => subject);

describe('blockers', () => {
  it('are everything in progress, each with its screen', async () => {
    const { body } = await readOwn(ben.session);
    expect(body).toMatchObject({ request: null, cooling_off_days: 14, remainders: [] });
    expect(body.blockers.map(({ kind, path }) => [kind, path])).toEqual([
      ['wallet', '/payments/withdraw'],
      ['held', `/wallet/${ben.ids['his wallet']}`],
      ['payment', `/payments/${ben.ids['his withdrawal']}`],
      ['payment', `/payments/${ben.ids['his deposit']}`],
      ['application', `/ipo/my-ipo/${ben.ids['his application']}`],
      ['holding', `/ipo/my-ipo/${ben.ids['his application that is over']}`],
    ]);
  });

  it('say what the client can cancel, and are gone afterwards', async () => {
    const payer = await newPayer(server);
    const blockers = async () =>
      (await readOwn(payer.session)).body.blockers.map(({ path, cancellable }) => [path, cancellable]);
    const announce = async () => {
      const closureRequest = { wallet_id: payer.wallet.walletId, method: 'bank_transfer', amount: '75' };
      return (await asker(server)('POST /api/payments/deposit', payer.session, closureRequest)).body.payment.id;
    };
    const [id, paid] = [await announce(), await announce()];
    await asker(server)('POST /api/payments/mark-as-paid', payer.session, { payment_id: paid });
    expect(await blockers()).toEqual([
      [`/payments/${id}`, true],
      [`/payments/${paid}`, false],
    ]);
    await asker(server)('POST /api/payments/cancel', payer.session, { payment_id: id });
    expect(await blockers()).toEqual([[`/payments/${paid}`, false]]);
  });

  it('include a trading account with money on it, and none without', async () => {
    const number = ben.ids['his account'] ?? '';
    const body = {
      trading_account_id: number,
      wallet_id: ben.ids['his wallet'],
      direction: 'in',
      amount: '50.00',
    };
    const moved = await asker(server)('POST /api/trading-account/transfer', ben.session, body);
    expect(moved.status).toBe(200);
    const { body: seen } = await readOwn(ben.session);
    expect(seen.blockers.filter(({ kind }) => kind === 'trading_account')).toEqual([
      {
        kind: 'trading_account',
        name: number,
        amount: null,
        currency: null,
        path: `/trading-account/${number}`,
        until: null,
        cancellable: false,
      },
    ]);
  });

  it('do not include money that is too little to withdraw', async () => {
    const payer = await newPayer(server, 3, 499n);
    expect((await readOwn(payer.session)).body).toMatchObject({
      blockers: [],
      remainders: [{ amount: '4.99', currency: 'USD' }],
    });
    await deposit(server.db, payer.session.user.id, 1n, server.clock.now());
    expect((await readOwn(payer.session)).body).toMatchObject({
      blockers: [{ kind: 'wallet', amount: '5.00' }],
      remainders: [],
    });
  });
});

describe('the closure request', () => {
  it('is refused in the contract’s order', async () => {
    const { session } = await newPayer(server);
    const refused = [
      await request(staff, { gives_up_remainders: false, current_password: 'wrong' }),
      await request(session, { gives_up_remainders: false, current_password: 'wrong' }),
      await request(session, { current_password: 'wrong' }),
    ];
    const app = await setUpTotp(server, session);
    refused.push(await request(session, { code: '000000' }));
    expect((await request(session, { code: app.code() })).status).toBe(200);
    server.clock.advance(60_000);
    refused.push(await request(session, { code: app.code() }));
    expect(refused.map(codeOf)).toEqual([
      'clients.closure_staff',
      'clients.closure_remainders',
      'auth.current_password',
      'auth.code',
      'clients.closure_pending',
    ]);
  });

  it('starts the waiting period, and is confirmed by email', async () => {
    const { session } = await newPayer(server);
    const { body } = await request(session, { reason: 'fees' });
    const closesAt = new Date(server.clock.now().getTime() + 14 * dayMs).toISOString();
    expect(body).toEqual({ requested_at: server.clock.now().toISOString(), closes_at: closesAt, reason: 'fees' });
    const { body: user } = await server.call('POST /api/client-info', { as: session });
    expect(user).toMatchObject({ closes_at: closesAt });
    const [message] = await emailsTo(server, session.user.email);
    expect(message?.subject).toBe('Your account will be closed');
  });

  it('allows withdrawals and no deposits', async () => {
    const payer = await newPayer(server, 3, 50_000n);
    const destination = await confirmedDestination(server, payer);
    await request(payer.session);
    const closed = Object.entries(api).filter(([, endpoint]) => 'notDuringClosure' in endpoint);
    expect(closed.map(([name]) => name).toSorted()).toEqual([
      'ipo.buy',
      'payments.deposit',
      'trading.create',
      'trading.restore',
      'wallets.open',
    ]);
    for (const [, { route }] of closed) {
      const { status, refusal } = await asker(server)(route, payer.session, {});
      expect([route, status, refusal.code]).toEqual([route, 409, 'clients.closure_pending']);
    }
    await submitted(server, payer, destination, '100.00');
  });

  it('can be cancelled once', async () => {
    const { session } = await newPayer(server);
    expect(codeOf(await cancelClosure(session))).toBe('clients.closure_none');
    await request(session);
    expect((await cancelClosure(session)).status).toBe(200);
    expect(codeOf(await cancelClosure(session))).toBe('clients.closure_none');
    expect(await subjects(session)).toContain('Your account stays open');
    await afterTheDays();
    expect((await readOwn(session)).status).toBe(200);
  });

  it('ends when the profile is frozen, for a stranger may have had it', async () => {
    const { session } = await newPayer(server);
    await request(session);
    await server.db.tx(async (tx) => {
      await tx.run(sql`update person set frozen_at = ${server.clock.now()} where id = ${session.user.id}`);
      await server.app.outbox.emit(tx, 'auth.frozen', {
        clientId: session.user.id,
        at: server.clock.now().toISOString(),
      });
    });
    await server.app.outbox.drain();
    expect(await stateOf(session)).toBe('cancelled');
    // The email about the freeze is enough.
    expect(await subjects(session)).not.toContain('Your account stays open');
  });
});

describe('the closure', () => {
  let payer: Payer;

  it('comes after the waiting period, and gives up what is too little', async () => {
    payer = await newPayer(server, 3, 499n);
    const { session, wallet } = payer;
    await server.call('POST /api/trading-account/create', { as: session, body: { currency_id: 'USD' } });
    await setUpTotp(server, session);
    await confirmedDestination(server, payer);
    await server.db.run(sql`
      insert into account_closure (id, client_id, requested_at, closes_at, min_withdrawals)
      values (gen_random_uuid(), ${session.user.id}, ${server.clock.now()}, ${new Date(server.clock.now().getTime() + dayMs)}, '{"USD": "500"}')`);
    await server.db.run(
      sql`insert into client_manager (client_id, since) values (${session.user.id}, ${server.clock.now()})`,
    );
    await run();
    expect(await stateOf(session)).toBe('asked');
    server.clock.advance(dayMs);
    await run();
    expect(await stateOf(session)).toBe('closed');
    expect(await balancesOf(server.db, wallet)).toEqual([0n, 0n]);
    const { id } = session.user;
    const left = await server.db.one<Record<string, number>>(sql`
      select (select count(*)::int from session where person_id = ${id} and revoked_at is null) as sessions,
             (select count(*)::int from totp where person_id = ${id}) as apps,
             (select count(*)::int from recovery_code where person_id = ${id}) as codes,
             (select count(*)::int from known_device where person_id = ${id}) as devices,
             (select count(*)::int from payment_destination where client_id = ${id} and removed_at is null) as destinations,
             (select count(*)::int from one_time_token where person_id = ${id} and used_at is null and voided_at is null) as links,
             (select count(*)::int from trading_account where client_id = ${id} and status <> 'archived') as accounts,
             (select count(*)::int from client_manager where client_id = ${id}) as managers`);
    expect(Object.values(left)).toEqual([0, 0, 0, 0, 0, 0, 0, 0]);
  });

  it('sends a last email', async () => {
    expect((await subjects(payer.session))[0]).toBe('Your account is closed');
  });

  it('makes the account look unknown, to a stranger and to a person with the password', async () => {
    const { session } = payer;
    expect((await readOwn(session)).status).toBe(401);
    const responses = await Promise.all(
      [session.user.email, 'nobody.at.all@example.com'].map((email) =>
        server.call('POST /api/login', { body: { email, password: goodPassword } }),
      ),
    );
    const [closed, unknown] = responses.map(({ status, refusal }) => [status, refusal.code, refusal.message]);
    expect(closed).toEqual(unknown);
    expect(closed?.[1]).toBe('auth.credentials');
  });

  it('keeps the address reserved for its owner', async () => {
    const again = await server.call('POST /api/register', {
      body: {
        first_name: 'Ida',
        second_name: 'Berg',
        email: payer.session.user.email,
        password: goodPassword,
        password_confirmation: goodPassword,
        country: 'DE',
        terms: true,
      },
    });
    expect(codeOf(again)).toBe('auth.email_taken');
  });

  it('lets no money reach the account from any sender', async () => {
    await expect(deposit(server.db, payer.session.user.id, 1n, server.clock.now())).rejects.toMatchObject({
      code: 'ledger.client_closed',
    });
  });

  it('can be reversed only by staff, for the owner who sets a new password', async () => {
    const { session } = payer;
    const reopen = (as: Session, client_id = session.user.id) =>
      server.call('POST /api/staff/clients/closure/reopen', { as, body: { client_id, reason: 'He came back' } });
    expect(codeOf(await reopen(staff, '0195a000-0000-7000-8000-000000000000'))).toBe('http.not_found');
    expect(codeOf(await reopen(staff, staff.user.id))).toBe('clients.not_closed');
    const unblock = await server.call('POST /api/staff/clients/unblock', {
      as: staff,
      body: { client_id: session.user.id, reason: 'He came back' },
    });
    expect(codeOf(unblock)).toBe('staff.closed');
    expect((await reopen(staff)).status).toBe(200);
    expect(
      (await server.call('POST /api/login', { body: { email: session.user.email, password: goodPassword } })).status,
    ).toBe(401);
    await deposit(server.db, session.user.id, 1n, server.clock.now());
  });

  it('notifies the owner of the reopening, with the link to set a password', async () => {
    const { email } = payer.session.user;
    const [message, ...more] = (await emailsTo(server, email)).filter(({ subject }) => subject.includes('reopened'));
    expect(more).toEqual([]);
    expect(message?.subject).toBe('Your account has been reopened');
    expect(message?.links.map((link) => new URL(link).pathname)).toEqual(['/en/password/reset']);
    await server.call('POST /api/password/email', { body: { email }, as: server.browser() });
    const token = await emailedToken(server, email);
    const body = { token, password: goodPassword, password_confirmation: goodPassword };
    expect((await server.call('POST /api/password/reset', { body, as: server.browser() })).status).toBe(200);
    await server.signIn({ email });
  });
});

describe('the end of the waiting period', () => {
  it('gives up remainders by the minimum at the time of the consent, not by a higher one', async () => {
    const payer = await newPayer(server, 3, 500n);
    const little = await newPayer(server, 3, 499n);
    for (const { session } of [payer, little]) await request(session);
    await server.db.run(sql`update payment_terms set min_amount = 1000 where kind = 'withdrawal' and currency = 'USD'`);
    await afterTheDays();
    expect(await stateOf(payer.session)).toBe('asked');
    expect(await balancesOf(server.db, payer.wallet)).toEqual([500n, 0n]);
    expect(await stateOf(little.session)).toBe('closed');
    await server.db.run(
      sql`update payment_terms set min_amount = 500 where kind = 'withdrawal' and currency = 'USD' and method = 'sandbox'`,
    );
  });

  it('starts again for a client who was blocked and unblocked in between', async () => {
    const { session } = await newPayer(server);
    await request(session);
    const officer = await server.signIn({ email: staff.user.email });
    const body = { client_id: session.user.id, reason: 'under_inquiry' };
    expect((await server.call('POST /api/staff/clients/block', { as: officer, body })).status).toBe(200);
    await afterTheDays();
    expect((await closingOf(session)).body.blockers).toMatchObject([{ kind: 'review' }]);
    const later = await server.signIn({ email: staff.user.email });
    expect((await server.call('POST /api/staff/clients/unblock', { as: later, body })).status).toBe(200);
    await run();
    expect(await stateOf(session)).toBe('asked');
    const back = await server.signIn({ email: session.user.email });
    const closesAt = new Date(server.clock.now().getTime() + 14 * 86_400_000).toISOString();
    expect((await readOwn(back)).body.request?.closes_at).toBe(closesAt);
    await afterTheDays();
    expect(await stateOf(session)).toBe('closed');
  });

  it('leaves a blocked account open, notifies once, and closes it after the blocker is settled', async () => {
    const payer = await newPayer(server, 3, 0n);
    await request(payer.session);
    await server.db.run(sql`update person set roles = '{client,support}' where id = ${payer.session.user.id}`);
    await afterTheDays();
    await run();
    expect((await closingOf(payer.session)).body.blockers).toMatchObject([{ kind: 'review' }]);
    expect((await subjects(payer.session)).filter((one) => one === 'Your account can’t be closed yet')).toHaveLength(1);
    await server.db.run(sql`update person set roles = '{client}' where id = ${payer.session.user.id}`);
    await run();
    expect(await stateOf(payer.session)).toBe('closed');
  });

  it('is visible to staff, who can keep the account', async () => {
    const { session } = await newPayer(server);
    const cancelFor = (client_id: string) =>
      server.call('POST /api/staff/clients/closure/cancel', { as: staff, body: { client_id, reason: 'He rang us' } });
    expect(codeOf(await cancelFor('0195a000-0000-7000-8000-000000000000'))).toBe('http.not_found');
    expect(codeOf(await cancelFor(session.user.id))).toBe('clients.closure_none');
    await request(session, { reason: 'service' });
    expect((await closingOf(session)).body).toMatchObject({ request: { reason: 'service' }, closed_at: null });
    expect((await cancelFor(session.user.id)).status).toBe(200);
    const { body: activity } = await server.call('POST /api/settings/activity', { as: session, body: {} });
    expect(activity).toMatchObject([
      { action: 'clients.cancel_closure_of', reason: 'He rang us' },
      { action: 'clients.request_closure' },
    ]);
    expect(
      codeOf(
        await server.call('POST /api/staff/clients/closure', {
          as: staff,
          body: { client_id: '0195a000-0000-7000-8000-000000000000' },
        }),
      ),
    ).toBe('http.not_found');
  });
});
