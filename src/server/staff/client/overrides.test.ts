import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { houseCatalogue } from '#contract/settings-catalogue.ts';
import type { StaffRole } from '#contract/staff-names.ts';
import { proposalDays } from '#contract/approval-request-names.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { mailsTo } from '#test/mailbox.ts';
import { asker, codeOf, newPayer, openBank, type Payer } from '#test/payments.ts';
import { setRoles as setRolesOf } from '#test/approvals.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let officer: Session;
let second: Session;
let agent: Session;
let ida: Payer;
beforeAll(async () => {
  server = await startServer();
  await openBank(server);
  officer = await server.register({ first_name: 'Carl', roles: ['client', 'compliance'] });
  second = await server.register({ first_name: 'Adam', roles: ['client', 'admin'] });
  agent = await server.register({ first_name: 'Sven', roles: ['client', 'support'] });
  ida = await newPayer(server, 1, 0n);
});
afterAll(() => server.close());

const unknown = '00000000-0000-7000-8000-000000000000';
const day = 86_400_000;
const setRoles = async (whom: Session, roles: StaffRole[]) =>
  setRolesOf(server, [second, await agreeing()], whom, roles);
/** Somebody who confirms roles, and has nothing to do with what is tried here. */
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
    body: { client_id: ida.session.user.id, most: 5, until: null, ...proven(), ...change },
  });
const end = (change: object = {}) =>
  server.call('POST /api/staff/clients/overrides/end', {
    as: officer,
    body: { client_id: ida.session.user.id, kind: 'deposit', ...proven(), ...change },
  });
type Kind = 'deposit' | 'withdrawal' | 'trading_accounts';
const waiting = async (kind: Kind = 'deposit', as = agent) => {
  const { body } = await server.call('POST /api/staff/proposals', { as, body: { client_id: ida.session.user.id } });
  return body.proposals.flatMap((each) => (each.kind === 'limits' && each.key === kind ? [each] : []))[0] ?? null;
};
const decide = (way: 'confirm' | 'decline' | 'withdraw', id: string, as = second, change: object = {}) =>
  server.call(`POST /api/staff/proposals/${way}`, {
    as,
    body: {
      proposal_id: id,
      ...(way === 'withdraw' ? {} : { current_password: as.password }),
      ...(way === 'decline' ? { reason: 'Not without papers.' } : {}),
      ...change,
    },
  });
/** Lets the second person confirm what waits. */
const confirmed = async (kind: Kind = 'deposit') => decide('confirm', (await waiting(kind))?.id ?? unknown);
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

describe('what holds for one client alone', () => {
  it('is refused in its order', async () => {
    const card = { as: agent, body: { client_id: unknown } };
    expect((await server.call('POST /api/staff/clients/overrides', card)).refusal.code).toBe('http.not_found');
    const past = { until: '2020-01-01' };
    for (const act of [setLimits, setAccounts, end]) {
      expect((await act({ client_id: unknown })).refusal.code).toBe('http.not_found');
      expect((await act({ client_id: officer.user.id })).refusal.code).toBe('staff.own_profile');
      expect(codeOf(await act({ current_password: 'wrong' }))).toBe('auth.current_password');
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

  it('counts once somebody else confirms it, is told, and the house’s rule stands beside it', async () => {
    expect((await deposit('1000')).refusal.code).toBe('payments.limit_operation');
    expect((await setLimits()).body).toEqual({ outcome: 'proposed' });
    expect((await limitsOf()).own).toBeNull();
    const told = (await mailsTo(server, ida.session.user.email)).map(({ subject }) => subject);
    expect(told).not.toContain('Your limits were changed');
    expect(await waiting()).toMatchObject({
      author: 'Carl Berg',
      value: { per_day: '3000.00' },
      own: false,
      may_decide: false,
    });
    expect((await mailsTo(server, second.user.email))[0]?.subject).toBe('A change waits for you: Limits of Ida Berg');
    expect((await confirmed()).status).toBe(200);
    expect(await waiting()).toBeNull();
    expect(await limitsOf()).toMatchObject({
      own: { until: null },
      limits: [{ limit: '3000.00' }, { limit: '3000.00' }, { limit: null }],
    });
    expect((await read()).deposit).toMatchObject({
      allowed: true,
      house: { per_operation: '500.00', per_day: '500.00', per_month: '500.00' },
      own: {
        per_operation: '3000.00',
        per_month: null,
        reason: 'A large transfer is due.',
        by: 'Carl Berg',
        until: null,
      },
    });
    const [mail] = await mailsTo(server, ida.session.user.email);
    expect(mail?.subject).toContain('Your limits were changed');
    const { body } = await server.call('POST /api/settings/activity', { as: ida.session, body: {} });
    expect(body[0]).toMatchObject({ act: 'staff.set_limits', reason: 'A large transfer is due.' });
    const [entry] = await server.db.rows<{ details: object }>(
      sql`select details from audit_entry where act = 'staff.set_limits'`,
    );
    expect(entry?.details).toMatchObject({
      kind: 'deposit',
      from: '–',
      to: '3000.00 / 3000.00 / –',
      proposed_by: 'Carl Berg',
    });
  });

  it('lets no more through than it says, however many ask at once', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => deposit('1000')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(answers.find(({ status }) => status !== 200)?.refusal.code).toBe('payments.limit_day');
  });

  it('is set and ended by one of many at once, each written down as it was', async () => {
    const answers = await Promise.all([
      ...['2500', '2000', '1500'].map((per_day) => setLimits({ per_operation: '1500', per_day })),
      end(),
      end(),
    ]);
    expect(answers.every(({ status }) => [200, 409].includes(status))).toBe(true);
    const chain = await server.db.rows<{ details: { from: string; to: string } }>(sql`
      select details from audit_entry where details ->> 'kind' = 'deposit' and act not like 'proposals.%' order by id`);
    for (const [place, { details }] of chain.entries()) expect(details.from).toBe(chain[place - 1]?.details.to ?? '–');
  });

  it('ends with its last day, and before it by one act', async () => {
    for (const { id } of [await waiting()].filter((each) => each !== null)) await decide('decline', id);
    expect((await setLimits({ until: today() })).status).toBe(200);
    await confirmed();
    expect((await limitsOf()).own).toEqual({ until: today() });
    server.clock.advance(86_400_000);
    const again = await server.signIn({ email: ida.session.user.email });
    ida.session = again;
    officer = await server.signIn({ email: officer.user.email });
    agent = await server.signIn({ email: agent.user.email });
    second = await server.signIn({ email: second.user.email });
    expect((await limitsOf()).own).toBeNull();
    expect((await end()).refusal.code).toBe('staff.override_none');
    await setLimits();
    await confirmed();
    expect((await end()).body).toEqual({ outcome: 'changed' });
    expect(await limitsOf()).toMatchObject({ own: null, limits: [{ limit: '500.00' }, {}, {}] });
  });

  it('gives no right that his level has not', async () => {
    expect((await setLimits({ kind: 'withdrawal' })).body).toEqual({ outcome: 'proposed' });
    await confirmed('withdrawal');
    const { body } = await server.call('POST /api/payments/limits', { as: ida.session });
    expect(body.withdrawal.allowed).toBe(false);
    expect((await read()).withdrawal.allowed).toBe(false);
  });

  it('says how many trading accounts he may have, also to those who ask at once', async () => {
    expect((await setAccounts()).status).toBe(200);
    await confirmed('trading_accounts');
    const create = () =>
      server.call('POST /api/trading-account/create', { as: ida.session, body: { currency_id: 'USD' } });
    const answers = await Promise.all(Array.from({ length: 8 }, create));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(5);
    expect((await read()).trading_accounts).toMatchObject({ house: 3, open: 5, own: { most: 5 } });
    const { user } = await server.signIn({ email: ida.session.user.email });
    expect(user.trading_account_limit).toBe(5);
    expect((await end({ kind: 'trading_accounts' })).status).toBe(200);
    expect((await server.signIn({ email: ida.session.user.email })).user.trading_account_limit).toBe(3);
  });
});

describe('a limit that lets him do more', () => {
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
    expect((await end()).refusal.code).toBe('proposals.open');
    await decide('decline', (await waiting())?.id ?? unknown);
    expect(await outcome(end())).toBe('proposed');
    expect((await limitsOf()).limits).toMatchObject([{ limit: '50.00' }, {}, {}]);
    expect((await confirmed()).status).toBe(200);
    expect((await limitsOf()).own).toBeNull();
    expect(await outcome(setLimits({ ...less, per_month: null }))).toBe('proposed');
    await decide('withdraw', (await waiting())?.id ?? unknown, officer);
    expect(await outcome(setAccounts({ most: 3 }))).toBe('changed');
    expect(await outcome(end({ kind: 'trading_accounts' }))).toBe('changed');
  });

  it('is decided by another than its author, once, with a proof', async () => {
    expect((await setLimits()).body.outcome).toBe('proposed');
    const { id } = (await waiting()) ?? { id: unknown };
    expect((await decide('confirm', unknown)).refusal.code).toBe('http.not_found');
    for (const way of ['confirm', 'decline'] as const) {
      expect((await decide(way, id, officer)).refusal.code).toBe('proposals.own');
      expect(codeOf(await decide(way, id, second, { current_password: 'wrong' }))).toBe('auth.current_password');
      expect((await decide(way, id, agent)).status).toBe(403);
    }
    expect((await decide('withdraw', id)).refusal.code).toBe('proposals.others');
    expect((await setLimits()).refusal.code).toBe('proposals.open');
    const list = await server.call('POST /api/staff/clients', { as: agent, body: { limits: 'proposed' } });
    expect(list.body.clients.map((each) => each.id)).toEqual([noor.session.user.id]);
    const answers = await Promise.all([
      ...[1, 2, 3].map(() => decide('confirm', id)),
      decide('withdraw', id, officer),
      decide('decline', id),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const codes = answers.flatMap(({ status, refusal }) => (status === 200 ? [] : [refusal.code]));
    expect(new Set(codes)).toEqual(new Set(['proposals.over']));
    const acts = await server.db.rows(sql`
      select 1 from audit_entry where client_id = ${noor.session.user.id}
        and act in ('staff.set_limits', 'proposals.decline', 'proposals.withdraw') and created_at >= now() - interval '100 years'`);
    expect(acts.length).toBeGreaterThan(0);
  });

  it('is worth nothing once something else holds', async () => {
    await setLimits(less);
    await setLimits({ per_operation: '9000', per_day: '9000' });
    const { id } = (await waiting()) ?? { id: unknown };
    expect((await setLimits({ ...less, per_operation: '10' })).body).toEqual({ outcome: 'changed' });
    expect((await decide('confirm', id)).refusal.code).toBe('proposals.outdated');
    expect((await decide('decline', id)).status).toBe(200);
  });

  it('is not written without its second person, whoever writes', async () => {
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
        insert into proposal (id, kind, key, client_id, was, value, reason, author_id, created_at, expires_at, state, decided_at)
        values (${id}, 'limits', 'deposit', ${who}, client_standing('limits', 'deposit', ${who}, ${at}), 'null', 'Alone.', ${officer.user.id}, ${at}, ${new Date(at.getTime() + day)}, ${state},
                ${state === 'open' ? null : at})`);
    const decided = (by: Session, when = at, state = 'confirmed') =>
      server.db.run(sql`
        update proposal set state = ${state}, decided_by = ${by.user.id}, decided_at = ${when} where id = ${id}`);
    await expect(put('expired')).rejects.toThrow('begins open');
    await put('open');
    await expect(decided(officer)).rejects.toThrow('not confirmed by a second person');
    await expect(decided(agent)).rejects.toThrow('not confirmed by a second person');
    const newcomer = await server.register();
    await setRoles(newcomer, ['compliance']);
    await expect(decided(newcomer)).rejects.toThrow('not confirmed by a second person');
    await expect(decided(second, new Date(at.getTime() + day))).rejects.toThrow('is not that of the database');
    await expect(decided(officer, at, 'declined')).rejects.toThrow('check constraint');
    await decided(second);
  });

  it('is not confirmed by one who has had the role for less than a week, nor what he proposes', async () => {
    const twin = await server.register({ first_name: 'Twin' });
    await setRoles(twin, ['compliance']);
    const asTwin = await server.signIn({ email: twin.user.email });
    await server.keepSessions();
    expect((await setLimits({ per_operation: '9500', per_day: '9500' })).body.outcome).toBe('proposed');
    const { id } = (await waiting()) ?? { id: unknown };
    expect((await decide('confirm', id, asTwin)).refusal.code).toBe('approvals.role_new');
    expect((await decide('decline', id, asTwin)).status).toBe(200);
    const honest = officer;
    officer = asTwin;
    expect((await setLimits({ per_operation: '9500', per_day: '9500' })).body.outcome).toBe('proposed');
    officer = honest;
    const { id: his } = (await waiting()) ?? { id: unknown };
    expect((await decide('confirm', his)).refusal.code).toBe('approvals.author');
    await decide('withdraw', his, asTwin);
    server.clock.advance(proposalDays * day);
    await server.keepSessions();
    expect((await setLimits({ per_operation: '9500', per_day: '9500' })).body.outcome).toBe('proposed');
    expect((await decide('confirm', (await waiting())?.id ?? unknown, asTwin)).status).toBe(200);
  });

  it('lapses after a week, and another one may be proposed', async () => {
    const wider = { per_operation: '9700', per_day: '9700' };
    expect((await setLimits(wider)).body.outcome).toBe('proposed');
    const { id } = (await waiting()) ?? { id: unknown };
    server.clock.advance(proposalDays * day);
    await server.keepSessions();
    expect(await waiting()).toBeNull();
    expect((await decide('confirm', id)).refusal.code).toBe('proposals.over');
    expect((await decide('withdraw', id, officer)).refusal.code).toBe('proposals.over');
    expect((await setLimits(wider)).body.outcome).toBe('proposed');
    await decide('withdraw', (await waiting())?.id ?? unknown, officer);
    const { state } = await server.db.one<{ state: string }>(sql`select state from proposal where id = ${id}`);
    expect(state).toBe('expired');
  });

  it('is worth nothing once the house’s own rule is another', async () => {
    expect((await setLimits({ per_operation: '9800', per_day: '9800' })).body.outcome).toBe('proposed');
    const { id } = (await waiting()) ?? { id: unknown };
    const put = (cents: number) =>
      server.db.run(sql`update payment_right set per_operation = ${cents} where kind = 'deposit' and level = 1`);
    await put(40_000);
    expect((await decide('confirm', id)).refusal.code).toBe('proposals.outdated');
    await put(50_000);
    expect((await decide('confirm', id)).status).toBe(200);
  });

  it('waits where the rule of the house is not known', async () => {
    const { unknownHouse, unknownOwn, none } = await server.db.one<Record<string, boolean>>(sql`
      select limits_within(array[1], null) as "unknownHouse", limits_within(null, array[1]) as "unknownOwn",
             limits_within('{}', '{}') as none`);
    expect([unknownHouse, unknownOwn, none]).toEqual([false, false, false]);
    const allowed: string[] = [];
    const look = server.db.tx(async (tx) => {
      await tx.run(sql`delete from payment_right where kind = 'deposit' and level = 1`);
      const { limits } = await tx.one<{ limits: bigint[] }>(sql`
        select house_limits(${noor.session.user.id}, 'deposit') as limits`);
      allowed.push(...limits.map(String));
      throw new Error('undone');
    });
    await expect(look).rejects.toThrow('undone');
    expect(allowed).toEqual(['0', '0', '0']);
  });

  it('is measured by the rule of the house as the product has it', async () => {
    const { limits } = await server.db.one<{ limits: bigint[] }>(sql`
      select house_limits(${noor.session.user.id}, 'trading_accounts') as limits`);
    expect(limits.map(Number)).toEqual([houseCatalogue['trading.accounts_per_client'].initial]);
  });
});
