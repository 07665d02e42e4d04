import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { verifyMacs } from '#server/platform/secrets/all-row-macs.ts';
import { walletAccounts } from '#server/ledger/accounts.ts';
import { hold } from '#server/ledger/hold.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import {
  asker,
  codeOf,
  confirmedDestination,
  iban,
  emailedCode,
  newPayer,
  submitted,
  type Payer,
} from '#test/money/payments.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { balancesOf } from '#test/money/wallet.ts';
import { verifyPayments } from '../verify.ts';

/**
 * Payments, their approvals and destinations, changed by an attacker who can write to the database but does not have
 * APP_SECRET.
 */
let server: TestServer;
let ines: Session;
let paul: Session;
let payer: Payer;
let destination: string;
beforeAll(async () => {
  server = await startServer();
  ines = await server.register({ first_name: 'Inès', roles: ['client', 'finance'] });
  paul = await server.register({ first_name: 'Paul', roles: ['client', 'admin'] });
});
afterAll(() => server.close());

const stolen = 'DE89370400440532013000';
const forged = (...statements: Sql[]) => forge(server.ownerUrl, ...statements);
const action = (name: 'assign' | 'approve' | 'mark-sent' | 'fail', as: Session, id: string, more: object = {}) =>
  asker(server)(`POST /api/staff/payments/${name}`, as, { payment_id: id, ...more });
const item = async (id: string) =>
  (await asker(server)('POST /api/staff/payments/info', ines, { payment_id: id })).body;
const newWithdrawal = async (amount = '100') => {
  payer = await newPayer(server, 4, 10_000_000n);
  destination = await confirmedDestination(server, payer);
  const id = await submitted(server, payer, destination, amount);
  await action('assign', ines, id);
  return id;
};

/** What would send the money elsewhere, or more of it. */
const changes: [string, (id: string) => Sql][] = [
  [
    'the account of its destination',
    () => sql`update payment_destination set account = ${stolen} where id = ${destination}`,
  ],
  [
    'whose its destination is',
    () => sql`update payment_destination set holder = 'Somebody Else' where id = ${destination}`,
  ],
  ['its amount', (id) => sql`update payment set amount = amount * 100 where id = ${id}`],
  ['its fee', (id) => sql`update payment set fee = 0 where id = ${id}`],
  [
    'what is held for it',
    (id) => sql`
      update payment set hold_id = (
        select h.id from ledger_hold h
        where h.purpose = 'ipo' and not exists (select from payment o where o.hold_id = h.id) limit 1)
      where id = ${id}`,
  ],
];

describe('a withdrawal changed past the program', () => {
  beforeAll(async () => {
    // Money of another client that is held for no payment.
    const { session, wallet } = await newPayer(server, 4, 10_000_000n);
    for (const key of ['first', 'second'])
      await server.app.db.tx((tx) =>
        hold(
          tx,
          { scope: 'test', key, at: server.clock.now() },
          { wallet: walletAccounts(session.user.id, wallet.walletId), amountMinor: 10_000n, purpose: 'ipo' },
        ),
      );
  });

  it.each(changes)('is not approved, and staff see that it was changed: %s', async (_, change) => {
    const id = await newWithdrawal();
    expect(await item(id)).toMatchObject({ destination_account: iban });
    await forged(change(id));
    expect(codeOf(await action('approve', ines, id))).toBe('approvals.changed');
    const { destination_account: account, checks } = await item(id);
    expect([account, checks[0]]).toMatchObject([null, { name: 'changed', result: 'bad' }]);
  });

  it.each(changes)('is not sent when it was changed after the approval: %s', async (_, change) => {
    const id = await newWithdrawal();
    await action('approve', ines, id);
    await forged(change(id));
    const before = await balancesOf(server.db, payer.wallet);
    expect(codeOf(await action('mark-sent', ines, id))).toBe('approvals.changed');
    expect(await balancesOf(server.db, payer.wallet)).toEqual(before);
  });

  it('with a changed destination is logged once, counted, named, and released to its client', async () => {
    const id = await newWithdrawal();
    await action('approve', ines, id);
    await forged(sql`update payment_destination set account = ${stolen} where id = ${destination}`);
    await action('mark-sent', ines, id);
    await action('mark-sent', ines, id);
    const logged = server.logged.filter((line) => line.includes('outside Atrium') && line.includes(destination));
    expect(logged).toHaveLength(1);
    expect(await server.app.metrics.registry.metrics()).toMatch(
      /atrium_forged_rows_total\{table="payment_destination"\} \d+/,
    );
    const findings = await server.app.db.snapshot((tx) => verifyMacs(tx, server.config));
    expect(findings).toContainEqual({
      clientId: payer.session.user.id,
      table: 'payment_destination',
      key: destination,
    });
    expect((await action('fail', ines, id, { reason: 'returned_by_bank' })).refusal).not.toHaveProperty('code');
    expect(await balancesOf(server.db, payer.wallet)).toEqual([10_000_000n, 0n]);
  });

  it('its amount since it was sent does not give its client more', async () => {
    const id = await newWithdrawal();
    await action('approve', ines, id);
    await action('mark-sent', ines, id);
    await forged(sql`update payment set amount = amount * 100 where id = ${id}`);
    expect(codeOf(await action('fail', ines, id, { reason: 'returned_by_bank' }))).toBe('approvals.changed');
  });
});

describe('a withdrawal that takes two', () => {
  it('does not accept an approval that no person gave', async () => {
    const id = await newWithdrawal('20000');
    await forged(sql`
      insert into approval_request (id, kind, key, client_id, action, was, value, author_id, created_at)
      select gen_random_uuid(), 'payment', id, client_id, 'approve', 'null', jsonb_build_object('amount', amount), ${paul.user.id}, now()
      from payment where id = ${id}`);
    expect(codeOf(await action('approve', ines, id))).toBe('approvals.changed');
    const request = await server.db.one<{ id: string }>(sql`select id from approval_request where payment_id = ${id}`);
    const findings = await server.db.snapshot((tx) => verifyPayments(tx, server.config));
    expect(findings).toContainEqual({
      invariant: 'approvals of payments were written by Atrium',
      breach: { row: `approval_request ${request.id}`, why: 'its MAC is wrong' },
    });
  });

  it('is not sent by one who was made to approve alone', async () => {
    const id = await newWithdrawal('20000');
    await action('approve', ines, id);
    await forged(
      sql`update approval_request set state = 'approved', decided_by = author_id, decided_at = created_at, alone_usd = 1 where payment_id = ${id}`,
      sql`update payment set state = 'approved' where id = ${id}`,
    );
    expect(codeOf(await action('mark-sent', ines, id))).toBe('approvals.changed');
  });

  it('is not sent by a person who was named as its second approver', async () => {
    const id = await newWithdrawal('20000');
    await action('approve', ines, id);
    await forged(
      sql`update approval_request set state = 'approved', decided_by = ${paul.user.id}, decided_at = created_at where payment_id = ${id}`,
      sql`update payment set state = 'approved' where id = ${id}`,
    );
    expect(codeOf(await action('mark-sent', ines, id))).toBe('approvals.changed');
  });

  it('is not sent where only the state claims that it was approved', async () => {
    const id = await newWithdrawal('20000');
    await forged(sql`update payment set state = 'approved' where id = ${id}`);
    expect(codeOf(await action('mark-sent', ines, id))).toBe('approvals.changed');
  });
});

describe('a destination that was confirmed by SQL', () => {
  it('is no destination of a withdrawal', async () => {
    const ida = await newPayer(server, 4, 10_000_000n);
    const body = { method: 'bank_transfer', account: stolen, label: 'Mine' };
    const { body: added } = await asker(server)('POST /api/payments/destinations/add', ida.session, body);
    await forged(sql`update payment_destination set confirmed_at = now() where id = ${added.id}`);
    const params = { wallet_id: ida.wallet.walletId, destination_id: added.id, amount: '100' };
    const { refusal } = await asker(server)('POST /api/payments/withdraw', ida.session, params);
    expect(refusal.code).toBe('http.not_found');
  });

  it('is not accepted once its account was replaced', async () => {
    const ida = await newPayer(server, 4, 10_000_000n);
    const id = await confirmedDestination(server, ida);
    const params = { wallet_id: ida.wallet.walletId, destination_id: id, amount: '100' };
    const input = await asker(server)('POST /api/payments/withdraw', ida.session, params);
    await forged(sql`update payment_destination set account = ${stolen} where id = ${id}`);
    const code = await emailedCode(server, ida);
    const confirmed = await asker(server)('POST /api/payments/confirm', ida.session, {
      payment_id: input.body.payment.id,
      code,
    });
    expect(codeOf(confirmed)).toBe('payments.destination_unconfirmed');
  });
});
