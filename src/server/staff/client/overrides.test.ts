import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { settingsCatalogue } from '#contract/settings/catalogue.ts';
import type { StaffRole } from '#contract/staff/names.ts';
import { approvalRequestDays } from '#contract/approvals/request-names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { emailsTo } from '#test/mailbox.ts';
import { asker, codeOf, newPayer, openBank, type Payer } from '#test/money/payments.ts';
import { setRoles as setRolesOf } from '#test/compliance/approvals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let officer: Session;
let approver: Session;
let agent: Session;
let ida: Payer;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  officer = await server.register({ first_name: 'Carl', roles: ['client', 'compliance'] });
  approver = await server.register({ first_name: 'Adam', roles: ['client', 'admin'] });
  agent = await server.register({ first_name: 'Sven', roles: ['client', 'support'] });
  ida = await newPayer(server, 1, 0n);
});
afterAll(() => server.close());

const unknown = '00000000-0000-7000-8000-000000000000';
const day = 86_400_000;
const setRoles = async (whom: Session, roles: StaffRole[]) =>
  setRolesOf(server, [approver, await agreeing()], whom, roles);
/** A person who confirms roles, and has no part in what is tested here. */
const agreeing = () => server.register({ roles: ['client', 'compliance'] });
const proven = () => ({ reason: 'A large transfer is due.', current_password: officer.password });
const setLimits = (change: object = {}) =>
  server.call('POST /api/staff/clients/overrides/limits', {
    as: officer,
    body: {
      client_id: ida.session.user.id,
      kind: 'deposit',
      per_operation: '3000',
      per_day: '3000',
      per_month: null,
      until: null,
      ...proven(),
      ...change,
    },
  });
const setAccounts = (change: object = {}) =>
  server.call('POST /api/staff/clients/overrides/accounts', {
    as: officer,
    body: { client_id: ida.session.user.id, max: 5, until: null, ...proven(), ...change },
  });
const end = (change: object = {}) =>
  server.call('POST /api/staff/clients/overrides/end', {
    as: officer,
    body: { client_id: ida.session.user.id, kind: 'deposit', ...proven(), ...change },
  });
type Kind = 'deposit' | 'withdrawal' | 'trading_accounts';
const waiting = async (kind: Kind = 'deposit', as = agent) => {
  const { body } = await server.call('POST /api/staff/approvals', { as, body: { client_id: ida.session.user.id } });
  return (
    body.approval_requests.flatMap((each) => (each.kind === 'limits' && each.key === kind ? [each] : []))[0] ?? null
  );
};
const decide = (way: 'approve' | 'decline' | 'withdraw', id: string, as = approver, change: object = {}) =>
  server.call(`POST /api/staff/approvals/${way}`, {
    as,
    body: {
      approval_request_id: id,
      ...(way === 'withdraw' ? {} : { current_password: as.password }),
      ...(way === 'decline' ? { reason: 'Not without papers.' } : {}),
      ...change,
    },
  });
/** Lets the second person confirm what is pending. */
const confirmed = async (kind: Kind = 'deposit') => decide('approve', (await waiting(kind))?.id ?? unknown);
const read = async (as = agent) =>
  (await server.call('POST /api/staff/clients/overrides', { as, body: { client_id: ida.session.user.id } })).body;
const deposit = (amount: string) =>
  asker(server)('POST /api/payments/deposit', ida.session, {
    wallet_id: ida.wallet.walletId,
    method: 'bank_transfer',
    amount,
  });
const limitsOf = async () => (await server.call('POST /api/payments/limits', { as: ida.session })).body.deposit;
const today = () => server.clock.now().toISOString().slice(0, 10);

describe('overrides of one client', () => {
  it('is refused in its order', async () => {
    const card = { as: agent, body: { client_id: unknown } };
    expect((await server.call('POST /api/staff/clients/overrides', card)).refusal.code).toBe('http.not_found');
    const past = { until: '2020-01-01' };
    for (const action of [setLimits, setAccounts, end]) {
      expect((await action({ client_id: unknown })).refusal.code).toBe('http.not_found');
      expect((await action({ client_id: officer.user.id })).refusal.code).toBe('staff.own_profile');
      expect(codeOf(await action({ current_password: 'wrong' }))).toBe('auth.current_password');
    }
    expect(codeOf(await setLimits({ ...past, per_day: '1', current_password: 'wrong' }))).toBe('staff.override_until');
    expect(codeOf(await setAccounts({ ...past, current_password: 'wrong' }))).toBe('staff.override_until');
    for (const wrong of [{ per_day: '2999.99' }, { per_month: '1' }, { per_day: null, per_month: '2999' }]) {
      expect(codeOf(await setLimits({ ...wrong, current_password: 'wrong' }))).toBe('staff.override_order');
    }
    expect((await setLimits({ per_day: '1e9' })).status).toBe(422);
    expect((await end()).refusal.code).toBe('staff.override_none');
    expect(await server.db.rows(sql`select from client_override`)).toEqual([]);
    expect((await limitsOf()).own).toBeNull();
  });

  it('takes effect once another person confirms it, and is shown with the operator’s rule', async () => {
    expect((await deposit('1000')).refusal.code).toBe('payments.limit_operation');
    expect((await setLimits()).body).toEqual({ outcome: 'proposed' });
    expect((await limitsOf()).own).toBeNull();
    const notified = (await emailsTo(server, ida.session.user.email)).map(({ subject }) => subject);
    expect(notified).not.toContain('Your limits have changed');
    expect(await waiting()).toMatchObject({
      author: 'Carl Berg',
      value: { per_day: '3000.00' },
      own: false,
      may_decide: false,
    });
    expect((await emailsTo(server, approver.user.email))[0]?.subject).toBe('Approval requested: Limits of Ida Berg');
    expect((await confirmed()).status).toBe(200);
    expect(await waiting()).toBeNull();
    expect(await limitsOf()).toMatchObject({
      own: { until: null },
      limits: [{ limit: '3000.00' }, { limit: '3000.00' }, { limit: null }],
    });
    expect((await read()).deposit).toMatchObject({
      allowed: true,
      operator_default: { per_operation: '500.00', per_day: '500.00', per_month: '500.00' },
      own: {
        per_operation: '3000.00',
        per_month: null,
        reason: 'A large transfer is due.',
        by: 'Carl Berg',
        until: null,
      },
    });
    const [email] = await emailsTo(server, ida.session.user.email);
    expect(email?.subject).toContain('Your limits have changed');
    const { body } = await server.call('POST /api/settings/activity', { as: ida.session, body: {} });
    expect(body[0]).toMatchObject({ action: 'staff.set_limits', reason: 'A large transfer is due.' });
    const [entry] = await server.db.rows<{ details: object }>(
      sql`select details from audit_entry where action = 'staff.set_limits'`,
    );
    expect(entry?.details).toMatchObject({
      kind: 'deposit',
      from: '–',
      to: '3000.00 / 3000.00 / –',
      proposed_by: 'Carl Berg',
    });
  });

  it('allows no more than its limit, also for concurrent calls', async () => {
    const responses = await Promise.all(Array.from({ length: 6 }, () => deposit('1000')));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(responses.find(({ status }) => status !== 200)?.refusal.code).toBe('payments.limit_day');
  });

  it('is set and ended by one of many concurrent calls, each with an audit entry', async () => {
    const responses = await Promise.all([
      ...['2500', '2000', '1500'].map((per_day) => setLimits({ per_operation: '1500', per_day })),
      end(),
      end(),
    ]);
    expect(responses.every(({ status }) => [200, 409].includes(status))).toBe(true);
    const chain = await server.db.rows<{ details: { from: string; to: string } }>(sql`
      select details from audit_entry where details ->> 'kind' = 'deposit' and action not like 'approvals.%' order by id`);
    for (const [index, { details }] of chain.entries()) expect(details.from).toBe(chain[index - 1]?.details.to ?? '–');
  });

  it('ends after its last day, or earlier by an action', async () => {
    for (const { id } of [await waiting()].filter((each) => each !== null)) await decide('decline', id);
    expect((await setLimits({ until: today() })).status).toBe(200);
    await confirmed();
    expect((await limitsOf()).own).toEqual({ until: today() });
    server.clock.advance(86_400_000);
    const again = await server.signIn({ email: ida.session.user.email });
    ida.session = again;
    officer = await server.signIn({ email: officer.user.email });
    agent = await server.signIn({ email: agent.user.email });
    approver = await server.signIn({ email: approver.user.email });
    expect((await limitsOf()).own).toBeNull();
    expect((await end()).refusal.code).toBe('staff.override_none');
    await setLimits();
    await confirmed();
    expect((await end()).body).toEqual({ outcome: 'changed' });
    expect(await limitsOf()).toMatchObject({ own: null, limits: [{ limit: '500.00' }, {}, {}] });
  });

  it('gives no right that the client’s level does not have', async () => {
    expect((await setLimits({ kind: 'withdrawal' })).body).toEqual({ outcome: 'proposed' });
    await confirmed('withdrawal');
    const { body } = await server.call('POST /api/payments/limits', { as: ida.session });
    expect(body.withdrawal.allowed).toBe(false);
    expect((await read()).withdrawal.allowed).toBe(false);
  });

  it('sets how many trading accounts the client may have, also for concurrent calls', async () => {
    expect((await setAccounts()).status).toBe(200);
    await confirmed('trading_accounts');
    const create = () =>
      server.call('POST /api/trading-account/create', { as: ida.session, body: { currency_id: 'USD' } });
    const responses = await Promise.all(Array.from({ length: 8 }, create));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await read()).trading_accounts).toMatchObject({ operator_default: 3, open: 5, own: { max: 5 } });
    const { user } = await server.signIn({ email: ida.session.user.email });
    expect(user.trading_account_limit).toBe(5);
    expect((await end({ kind: 'trading_accounts' })).status).toBe(200);
    expect((await server.signIn({ email: ida.session.user.email })).user.trading_account_limit).toBe(3);
  });
});

describe('a limit that allows the client more', () => {
  let noor: Payer;
  beforeAll(async () => {
    noor = await newPayer(server, 1, 0n);
    ida = noor;
  });
  const less = { per_operation: '100', per_day: '100', per_month: '100' };

  it('waits, whether it is wider, lasts longer than a narrower one, or ends it', async () => {
    const outcome = async (made: Promise<{ body: { outcome: string } }>) => (await made).body.outcome;
    expect(await outcome(setLimits(less))).toBe('changed');
    expect(await outcome(setLimits({ ...less, per_operation: '50', until: today() }))).toBe('proposed');
    expect(await outcome(setLimits({ ...less, per_operation: '50' }))).toBe('changed');
    expect((await end()).refusal.code).toBe('approvals.request_open');
    await decide('decline', (await waiting())?.id ?? unknown);
    expect(await outcome(end())).toBe('proposed');
    expect((await limitsOf()).limits).toMatchObject([{ limit: '50.00' }, {}, {}]);
    expect((await confirmed()).status).toBe(200);
    expect((await limitsOf()).own).toBeNull();
    expect(await outcome(setLimits({ ...less, per_month: null }))).toBe('proposed');
    await decide('withdraw', (await waiting())?.id ?? unknown, officer);
    expect(await outcome(setAccounts({ max: 3 }))).toBe('changed');
    expect(await outcome(end({ kind: 'trading_accounts' }))).toBe('changed');
  });

  it('is decided by another than its author, once, with a proof', async () => {
    expect((await setLimits()).body.outcome).toBe('proposed');
    const { id } = (await waiting()) ?? { id: unknown };
    expect((await decide('approve', unknown)).refusal.code).toBe('http.not_found');
    for (const way of ['approve', 'decline'] as const) {
      expect((await decide(way, id, officer)).refusal.code).toBe('approvals.own_request');
      expect(codeOf(await decide(way, id, approver, { current_password: 'wrong' }))).toBe('auth.current_password');
      expect((await decide(way, id, agent)).status).toBe(403);
    }
    expect((await decide('withdraw', id)).refusal.code).toBe('approvals.not_author');
    expect((await setLimits()).refusal.code).toBe('approvals.request_open');
    const list = await server.call('POST /api/staff/clients', { as: agent, body: { limits: 'proposed' } });
    expect(list.body.clients.map((each) => each.id)).toEqual([noor.session.user.id]);
    const responses = await Promise.all([
      ...[1, 2, 3].map(() => decide('approve', id)),
      decide('withdraw', id, officer),
      decide('decline', id),
    ]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = responses.flatMap(({ status, refusal }) => (status === 200 ? [] : [refusal.code]));
    expect(new Set(codes)).toEqual(new Set(['approvals.request_closed']));
    const actions = await server.db.rows(sql`
      select 1 from audit_entry where client_id = ${noor.session.user.id}
        and action in ('staff.set_limits', 'approvals.decline', 'approvals.withdraw') and created_at >= now() - interval '100 years'`);
    expect(actions.length).toBeGreaterThan(0);
  });

  it('is void once another value applies', async () => {
    await setLimits(less);
    await setLimits({ per_operation: '9000', per_day: '9000' });
    const { id } = (await waiting()) ?? { id: unknown };
    expect((await setLimits({ ...less, per_operation: '10' })).body).toEqual({ outcome: 'changed' });
    expect((await decide('approve', id)).refusal.code).toBe('approvals.outdated');
    expect((await decide('decline', id)).status).toBe(200);
  });

  it('is not written without its second person, whichever code writes', async () => {
    const row = (who: string, day: string) => sql`
      insert into client_override (client_id, kind, per_operation, per_day, per_month, reason, set_by, set_at)
      values (${who}, 'deposit', 1, ${day}, ${day}, 'Past the verb.', ${officer.user.id}, ${server.clock.now()})
      on conflict (client_id, kind) do update set per_day = excluded.per_day, per_month = excluded.per_month`;
    const who = (await newPayer(server, 1, 0n)).session.user.id;
    await expect(server.db.run(row(who, '99999999'))).rejects.toThrow('lacks a second person');
    await server.db.run(row(who, '1'));
    await expect(server.db.run(sql`delete from client_override where client_id = ${who}`)).rejects.toThrow(
      'lacks a second person',
    );
    const id = newId();
    const at = server.clock.now();
    const put = (state: string) =>
      server.db.run(sql`
        insert into approval_request (id, kind, key, client_id, was, value, reason, author_id, created_at, expires_at, state, decided_at)
        values (${id}, 'limits', 'deposit', ${who}, approval_subject_status('limits', 'deposit', ${who}, ${at}), 'null', 'Alone.', ${officer.user.id}, ${at}, ${new Date(at.getTime() + day)}, ${state},
                ${state === 'open' ? null : at})`);
    const decided = (by: Session, when = at, state = 'approved') =>
      server.db.run(sql`
        update approval_request set state = ${state}, decided_by = ${by.user.id}, decided_at = ${when} where id = ${id}`);
    await expect(put('expired')).rejects.toThrow('begins open');
    await put('open');
    await expect(decided(officer)).rejects.toThrow('not approved by a second person');
    await expect(decided(agent)).rejects.toThrow('not approved by a second person');
    const newcomer = await server.register();
    await setRoles(newcomer, ['compliance']);
    await expect(decided(newcomer)).rejects.toThrow('not approved by a second person');
    await expect(decided(approver, new Date(at.getTime() + day))).rejects.toThrow('is not that of the database');
    await expect(decided(officer, at, 'declined')).rejects.toThrow('check constraint');
    await decided(approver);
  });

  it('is not confirmed by a person who has had the role for less than a week, nor is their own request', async () => {
    const twin = await server.register({ first_name: 'Twin' });
    await setRoles(twin, ['compliance']);
    const asTwin = await server.signIn({ email: twin.user.email });
    await server.storeSessions();
    expect((await setLimits({ per_operation: '9500', per_day: '9500' })).body.outcome).toBe('proposed');
    const { id } = (await waiting()) ?? { id: unknown };
    expect((await decide('approve', id, asTwin)).refusal.code).toBe('approvals.role_new');
    expect((await decide('decline', id, asTwin)).status).toBe(200);
    const honest = officer;
    officer = asTwin;
    expect((await setLimits({ per_operation: '9500', per_day: '9500' })).body.outcome).toBe('proposed');
    officer = honest;
    const { id: own } = (await waiting()) ?? { id: unknown };
    expect((await decide('approve', own)).refusal.code).toBe('approvals.author');
    await decide('withdraw', own, asTwin);
    server.clock.advance(approvalRequestDays * day);
    await server.storeSessions();
    expect((await setLimits({ per_operation: '9500', per_day: '9500' })).body.outcome).toBe('proposed');
    expect((await decide('approve', (await waiting())?.id ?? unknown, asTwin)).status).toBe(200);
  });

  it('lapses after a week, and another one may be proposed', async () => {
    const wider = { per_operation: '9700', per_day: '9700' };
    expect((await setLimits(wider)).body.outcome).toBe('proposed');
    const { id } = (await waiting()) ?? { id: unknown };
    server.clock.advance(approvalRequestDays * day);
    await server.storeSessions();
    expect(await waiting()).toBeNull();
    expect((await decide('approve', id)).refusal.code).toBe('approvals.request_closed');
    expect((await decide('withdraw', id, officer)).refusal.code).toBe('approvals.request_closed');
    expect((await setLimits(wider)).body.outcome).toBe('proposed');
    await decide('withdraw', (await waiting())?.id ?? unknown, officer);
    const { state } = await server.db.one<{ state: string }>(sql`select state from approval_request where id = ${id}`);
    expect(state).toBe('expired');
  });

  it('is void once the operator’s own rule has changed', async () => {
    expect((await setLimits({ per_operation: '9800', per_day: '9800' })).body.outcome).toBe('proposed');
    const { id } = (await waiting()) ?? { id: unknown };
    const put = (cents: number) =>
      server.db.run(sql`update payment_limit set per_operation = ${cents} where kind = 'deposit' and level = 1`);
    await put(40_000);
    expect((await decide('approve', id)).refusal.code).toBe('approvals.outdated');
    await put(50_000);
    expect((await decide('approve', id)).status).toBe(200);
  });

  it('waits where the operator’s rule is not known', async () => {
    const {
      unknownDefault: unknownSetting,
      unknownOwn,
      none,
    } = await server.db.one<Record<string, boolean>>(sql`
      select limits_within(array[1], null) as "unknownDefault", limits_within(null, array[1]) as "unknownOwn",
             limits_within('{}', '{}') as none`);
    expect([unknownSetting, unknownOwn, none]).toEqual([false, false, false]);
    const allowed: string[] = [];
    const look = server.db.tx(async (tx) => {
      await tx.run(sql`delete from payment_limit where kind = 'deposit' and level = 1`);
      const { limits } = await tx.one<{ limits: bigint[] }>(sql`
        select default_limits(${noor.session.user.id}, 'deposit') as limits`);
      allowed.push(...limits.map(String));
      throw new Error('undone');
    });
    await expect(look).rejects.toThrow('undone');
    expect(allowed).toEqual(['0', '0', '0']);
  });

  it('is compared with the product’s default of the operator’s rule', async () => {
    const { limits } = await server.db.one<{ limits: bigint[] }>(sql`
      select default_limits(${noor.session.user.id}, 'trading_accounts') as limits`);
    expect(limits.map(Number)).toEqual([settingsCatalogue['trading.accounts_per_client'].initial]);
  });
});
