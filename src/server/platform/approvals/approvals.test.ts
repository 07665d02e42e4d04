import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ProtectedKey } from '#contract/settings/names.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { openTradingAccount } from '#server/trading/open-account.ts';
import { bringTo } from '#test/ipo/offerings.ts';
import { applyFor } from '#test/ipo/book.ts';
import { openStaffScreen } from '#test/ipo/staff.ts';
import { startConnected, type Connected } from '#test/trading/external-platform.ts';
import { lastRequest } from '#test/trading/transfers.ts';
import { asker, codeOf, newPayer, openBank, reported } from '#test/money/payments.ts';
import { gaveRole, proposeRoles, readmit, waitingFor } from '#test/compliance/approvals.ts';
import { forge } from '#test/database/forge.ts';
import type { Session, TestServer } from '#test/server.ts';
import { deposit, walletOf } from '#test/money/wallet.ts';

/** Who may approve another person's request: one rule, tested for every action that takes two people. */
const day = 86_400_000;
let external: Connected['external'];
let close: Connected['close'];
let server: TestServer;
let third: Session;

const holderOf = (role: 'admin' | 'compliance' | 'finance' | 'support') => server.register({ roles: ['client', role] });

beforeAll(async () => {
  ({ external, server, close } = await startConnected());
  await openBank(server);
  third = await holderOf('admin');
});
afterAll(() => close());

/** A change that waits for a second person: how they approve it, and the same past the check, as the serving role. */
interface Waiting {
  approve: (as: Session, overrule?: string) => ReturnType<TestServer['call']>;
  directly: (by: Session, then?: Date) => Sql;
  /** Makes the first person's entry look as if another person had written it. */
  blame: (whom: Session) => Sql;
}
type Propose = (author: Session, key: ProtectedKey) => Promise<Waiting>;

const proof = (as: Session) => ({ current_password: as.password });
const at = () => server.clock.now();

const confirming = (id: string): Waiting => ({
  approve: (as, overrule) => {
    const body = { approval_request_id: id, ...(overrule && { overrule }), ...proof(as) };
    return server.call('POST /api/staff/approvals/approve', { as, body });
  },
  directly: (by, then = at()) =>
    sql`update approval_request set state = 'approved', decided_by = ${by.user.id}, decided_at = ${then} where id = ${id}`,
  blame: (whom) => sql`update approval_request set author_id = ${whom.user.id} where id = ${id}`,
});

const approving = (id: string, action: string, approve: Waiting['approve']): Waiting => ({
  approve,
  blame: (whom) =>
    action === 'credit_deposit'
      ? sql`update approval_request set author_id = ${whom.user.id} where payment_id = ${id}`
      : sql`update payment set created_by = ${whom.user.id} where id = ${id}`,
  directly: (by, then = at()) => sql`
    update approval_request set state = 'approved', decided_by = ${by.user.id}, decided_at = ${then}
    where payment_id = ${id} and action = ${action} and state = 'open'`,
});

const deciding = (approval_request_id: string): Waiting => ({
  approve: (as, overrule) => {
    const body = { approval_request_id, decision: 'approve', ...(overrule && { overrule }) } as const;
    return asker(server)('POST /api/staff/ipo/decide', as, body);
  },
  blame: (whom) => sql`update approval_request set author_id = ${whom.user.id} where id = ${approval_request_id}`,
  directly: (by, then = at()) => sql`
    update approval_request set state = 'approved', decided_by = ${by.user.id}, decided_at = ${then} where id = ${approval_request_id}`,
});

const actions: Record<string, Propose> = {
  async setting(author, key) {
    const { value } = (await server.call('POST /api/staff/settings', { as: author, body: {} })).body.settings.find(
      (each) => each.key === key,
    )!;
    const body = { key, value: Number(value) + 1, version: 0, reason: 'as agreed', ...proof(author) };
    await server.call('POST /api/staff/settings/protected', { as: author, body });
    const open = sql`select id from approval_request where key = ${key} and state = 'open'`;
    return confirming((await server.db.one<{ id: string }>(open)).id);
  },

  async limits(author) {
    const { user } = await server.register();
    const body = { client_id: user.id, max: 9, until: null, reason: 'as agreed', ...proof(author) };
    await server.call('POST /api/staff/clients/overrides/accounts', { as: author, body });
    return confirming(await waitingFor(server, user.id, 'limits'));
  },

  async level(author) {
    const { user } = await server.register();
    const body = { client_id: user.id, level: 3, reason: 'Seen in person.', ...proof(author) };
    await server.call('POST /api/staff/clients/level', { as: author, body });
    return confirming(await waitingFor(server, user.id, 'level'));
  },

  async tier(author) {
    const { user } = await server.register();
    const until = new Date(at().getTime() + 30 * day).toISOString().slice(0, 10);
    const body = { client_id: user.id, tier: 'vip' as const, until, reason: 'as agreed', ...proof(author) };
    await server.call('POST /api/staff/clients/tier', { as: author, body });
    return confirming(await waitingFor(server, user.id, 'tier'));
  },

  async address(author) {
    const { user } = await server.register();
    const email = `${newId()}@example.com`;
    const body = { client_id: user.id, email, reason: 'mailbox_lost', comment: 'met in person', ...proof(author) };
    await server.call('POST /api/staff/clients/email', { as: author, body });
    return confirming(await waitingFor(server, user.id, 'email'));
  },

  async role(author) {
    const whom = await server.register();
    expect((await proposeRoles(server, author, whom, ['finance'])).status).toBe(200);
    return confirming(await waitingFor(server, whom.user.id, 'role'));
  },

  async key(author) {
    const name = newId();
    const input = {
      name,
      scopes: ['sign_in_links:write'],
      addresses: ['203.0.113.7'],
      reason: 'The new site',
    } as const;
    const body = { ...input, scopes: [...input.scopes], addresses: [...input.addresses], ...proof(author) };
    await server.call('POST /api/staff/operator/keys/create', { as: author, body });
    const { id } = await server.db.one<{ id: string }>(
      sql`select p.id from approval_request p join operator_key k on k.id::text = p.key where k.name = ${name}`,
    );
    return confirming(id);
  },

  async adjustment(author) {
    const { wallet } = await newPayer(server);
    const body = { wallet_id: wallet.walletId, direction: 'give', amount: '50', category: 'goodwill', note: 'A gift' };
    const id = (await asker(server)('POST /api/staff/payments/adjust', author, body)).body.payment.id;
    return approving(id, 'decide_adjustment', (as, overrule) =>
      asker(server)('POST /api/staff/payments/decide-adjustment', as, {
        payment_id: id,
        decision: 'approve',
        ...(overrule && { overrule }),
      }),
    );
  },

  async reversal(author) {
    const { approve } = await actions['adjustment']!(author, 'payments.review_hours');
    const posted = await approve(third);
    const operation_id = (posted.body as { operation_id: string }).operation_id;
    const body = { operation_id, reason: 'booked_twice', note: 'Given twice', ...proof(author) };
    const id = (await asker(server)('POST /api/staff/payments/reverse', author, body)).body.payment.id;
    return approving(id, 'decide_adjustment', (as, overrule) =>
      asker(server)('POST /api/staff/payments/decide-adjustment', as, {
        payment_id: id,
        decision: 'approve',
        ...(overrule && { overrule }),
      }),
    );
  },

  async deposit(author) {
    const payment_id = await reported(server, await newPayer(server), '12000');
    const credit: Waiting['approve'] = (as, overrule) =>
      asker(server)('POST /api/staff/payments/credit', as, {
        payment_id,
        received: '12000',
        ...(overrule && { overrule }),
      });
    await asker(server)('POST /api/staff/payments/assign', author, { payment_id });
    expect((await credit(author)).status).toBe(200);
    return approving(payment_id, 'credit_deposit', credit);
  },

  async offering(author) {
    const staff = openStaffScreen(server, author);
    const id = await staff.publish();
    await applyFor(server.db, id, 100);
    await bringTo(server, id, 'closed');
    await staff.action('propose-price', id, { price: '19.00' });
    const approval_request_id = (await staff.read(id)).approval_requests[0]?.id ?? '';
    return deciding(approval_request_id);
  },

  async quote(author) {
    const staff = openStaffScreen(server, author);
    const id = await staff.publish();
    await bringTo(server, id, 'listed', sql`final_price_minor = 2000, lock_up_ends_at = ${at()}`);
    await staff.action('propose-quote', id, { price: '20.00' });
    const approval_request_id = (await staff.read(id)).approval_requests[0]?.id ?? '';
    return deciding(approval_request_id);
  },

  async transfer(author) {
    const as = await server.register();
    await deposit(server.db, as.user.id, 1_000n, at());
    const wallet = await walletOf(server.db, as.user.id);
    const { trading_account_id } = await openTradingAccount(server.app, as.user, { currency_id: 'USD' });
    await server.drain();
    external.trouble.swallow = 1;
    const body = { trading_account_id, wallet_id: wallet.walletId, direction: 'in', amount: '3', request_id: newId() };
    const moved = await server.call('POST /api/trading-account/transfer', { as, body });
    const transfer_id = moved.body.id;
    external.trouble.failing.add(`transfer:${transfer_id}`);
    await asker(server)('POST /api/staff/transfers/propose', author, { transfer_id, outcome: 'booked', note: 'Seen.' });
    const approval_request_id = await lastRequest(server.db, transfer_id);
    return {
      approve: (by, overrule) =>
        asker(server)('POST /api/staff/transfers/decide', by, {
          transfer_id,
          approval_request_id,
          decision: 'approve',
          ...(overrule && { overrule }),
        }),
      blame: (whom) => sql`update approval_request set author_id = ${whom.user.id} where transfer_id = ${transfer_id}`,
      directly: (by, then = at()) => sql`
        update approval_request set state = 'approved', decided_by = ${by.user.id}, decided_at = ${then}
        where transfer_id = ${transfer_id}`,
    };
  },
};

const gave = (by: Session, whom: Session, daysAgo: number) => gaveRole(server, by, whom, daysAgo);
const moveTo = (whom: Session, network: string) =>
  server.db.run(sql`update session set network = ${network} where person_id = ${whom.user.id}`);

/** What is wrong with one of the two, and the refusal that both get. */
const faults: [string, string, (author: Session, approver: Session) => Promise<unknown>, ProtectedKey][] = [
  ['of less than a week', 'approvals.role_new', (_, approver) => gave(third, approver, 6), 'payments.review_hours'],
  [
    'whom staff readmitted',
    'approvals.readmitted',
    (_, approver) => readmit(server, approver),
    'payments.confirm_minutes',
  ],
  ['of a new author', 'approvals.author', (author) => gave(third, author, 6), 'payments.code_attempts'],
  [
    'of an author who lost the role',
    'approvals.author',
    ({ user }) => server.db.run(sql`update person set roles = '{client}' where id = ${user.id}`),
    'payments.destination_link_hours',
  ],
  [
    'who owes the role to the author',
    'approvals.owes_role',
    (a, b) => gave(a, b, 20),
    'payments.destinations_per_client',
  ],
  ['to whom the author owes the role', 'approvals.owes_role', (a, b) => gave(b, a, 20), 'verification.review_hours'],
  [
    'in the network of the author',
    'approvals.same_network',
    // One after the other: each gives every session its MAC again.
    async (a, b) => {
      await moveTo(a, '2001:db8::/64');
      await moveTo(b, '2001:db8::/64');
    },
    'verification.lock_minutes',
  ],
];

describe.each(faults)('an approver %s', (_, code, spoil, key) => {
  const waiting = new Map<string, Waiting>();
  let author: Session;
  let approver: Session;
  beforeAll(async () => {
    [author, approver] = [await holderOf('admin'), await holderOf('admin')];
    for (const [action, propose] of Object.entries(actions)) waiting.set(action, await propose(author, key));
    await spoil(author, approver);
    await server.db.run(sql`delete from rate_window`);
  });

  it.each(Object.keys(actions))('is refused: %s', async (action) => {
    const { approve, directly } = waiting.get(action)!;
    await expect(server.app.db.run(directly(approver))).rejects.toMatchObject({ constraint: 'approver_may_approve' });
    expect(codeOf(await approve(approver))).toBe(code);
    if (code !== 'approvals.same_network') return;
    const reason = `We share an office: ${action}.`;
    const overruled = await approve(approver, reason);
    expect(overruled.refusal).not.toHaveProperty('code');
    const { details } = await server.db.one<{ details: object }>(sql`
      select details from audit_entry where actor_id = ${approver.user.id} order by id desc limit 1`);
    expect(details).toMatchObject({ same_network: 'yes', overrule: reason });
    // Administrators and compliance are notified, the author among them, except the person who overruled it.
    const notified = await server.db.rows<{ id: string }>(sql`
      select payload ->> 'staffId' as id from outbox
      where name = 'staff.network_overruled' and payload ->> 'reason' = ${reason}`);
    expect(notified.map(({ id }) => id)).toEqual(expect.arrayContaining([third.user.id, author.user.id]));
    expect(notified.map(({ id }) => id)).not.toContain(approver.user.id);
  });
});

describe('what was changed past the program', () => {
  let forger: Session;
  let colleague: Session;
  let approver: Session;
  beforeAll(async () => {
    const roles = ['client', 'admin'] as const;
    [forger, colleague, approver] = [
      await server.register({ roles: [...roles] }),
      await server.register({ roles: [...roles] }),
      await server.register({ roles: [...roles] }),
    ];
    await server.db.run(sql`delete from rate_window`);
  });

  it.each(Object.keys(actions))('cannot be approved, in any person’s name: %s', async (action) => {
    const { approve, blame } = await actions[action]!(forger, 'payments.review_hours');
    await forge(server.ownerUrl, blame(colleague));
    expect(codeOf(await approve(approver, 'We share an office.'))).toBe('approvals.changed');
  });
});

describe('an approval dated to another time than the database’s', () => {
  const waiting = new Map<string, Waiting>();
  let approver: Session;
  beforeAll(async () => {
    const author = await holderOf('admin');
    approver = await holderOf('admin');
    for (const [action, propose] of Object.entries(actions))
      waiting.set(action, await propose(author, 'payments.withdrawal_cooling_off_hours'));
    await gave(third, approver, 0);
    await server.db.run(sql`delete from rate_window`);
  });

  it.each(Object.keys(actions))('is refused, so that a role of today stays one: %s', async (action) => {
    const { directly } = waiting.get(action)!;
    const dated = (days: number) => server.app.db.run(directly(approver, new Date(at().getTime() + days * day)));
    for (const days of [40, -40]) await expect(dated(days)).rejects.toMatchObject({ constraint: 'time_is_present' });
    await expect(server.app.db.run(directly(approver))).rejects.toMatchObject({ constraint: 'approver_may_approve' });
  });
});

describe('an approval from one network', () => {
  it('is allowed and marked where the setting allows it', async () => {
    const [author, approver] = [await holderOf('finance'), await holderOf('finance')];
    await moveTo(author, '192.0.2.7');
    await moveTo(approver, '192.0.2.7');
    const { approve } = await actions['adjustment']!(author, 'payments.review_hours');
    expect(codeOf(await approve(approver))).toBe('approvals.same_network');
    await server.db.run(sql`
      insert into setting_version (id, key, number, was, value, created_at)
      values (${newId()}, 'security.same_network_approvals', 1, '"forbid"', '"mark"', ${at()})`);
    const { body } = await approve(approver);
    expect(body).toMatchObject({ payment: { state: 'posted' }, approvals: [{ same_network: true, overrule: null }] });
  });
});

describe('a role that is taken while its holder decides', () => {
  it('approves nothing', async () => {
    const [author, approver] = [await holderOf('finance'), await holderOf('finance')];
    const { approve } = await actions['adjustment']!(author, 'payments.review_hours');
    const { going } = await server.db.tx(async (tx) => {
      await tx.run(sql`update person set roles = '{client}' where id = ${approver.user.id}`);
      const call = approve(approver);
      // Other databases of the cluster have their own.
      const waiting = sql`select from pg_locks join pg_stat_activity using (pid) where not granted and datname = current_database()`;
      await expect.poll(() => server.db.rows(waiting)).not.toHaveLength(0);
      return { going: call };
    });
    expect(codeOf(await going)).toBe('http.forbidden');
  });
});
