import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestOf } from '#contract/api.ts';
import { guardedSettingEndpoints } from '#contract/settings-protected.ts';
import type { GuardedKey } from '#contract/settings-names.ts';
import { roleDebtDays } from '#contract/approval-names.ts';
import { proposalDays } from '#contract/approval-request-names.ts';
import { proposalsEndpoints } from '#contract/approvals.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { mailedToken, mailsTo } from '#test/mailbox.ts';
import { codeOf } from '#test/payments.ts';
import { withoutShared } from '#test/refusals.ts';
import { confirmAs, waitingFor } from '#test/approvals.ts';
import { senselessValues } from '#test/senseless-values.ts';
import { setUpTotp, type Authenticator } from '#test/second-factor.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** What protects money, changed by two administrators: Ada, who has a second factor, and Bob. */
let server: TestServer;
let ada: Session;
let bob: Session;
let app: Authenticator;

const rest = 'payments.withdrawal_rest_hours';
const day = 86_400_000;

beforeAll(async () => {
  server = await startServer();
  ada = await server.register({ first_name: 'Ada', second_name: 'Lund', roles: ['client', 'admin'] });
  bob = await server.register({ first_name: 'Bob', second_name: 'Marsh', roles: ['client', 'admin'] });
  app = await setUpTotp(server, ada);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.keepSessions();
  await server.db.run(sql`delete from rate_window`);
});

type Change = RequestOf<'POST /api/staff/settings/guarded'>['body'];

/** A code serves once, so each proof of Ada’s is made half a minute later. */
function proof(as: Session) {
  if (as !== ada) return { current_password: as.password };
  server.clock.advance(30_000);
  return { current_password: as.password, code: app.code() };
}
const versionOf = async (key: GuardedKey) => {
  const { newest } = await server.db.one<{ newest: number }>(sql`
    select coalesce(max(number), 0) as newest from setting_version where key = ${key}`);
  return newest;
};
const change = async (as: Session, value: unknown, more: Partial<Change> = {}) =>
  server.call('POST /api/staff/settings/guarded', {
    as,
    body: {
      key: rest,
      value,
      version: await versionOf(more.key ?? rest),
      reason: 'as agreed',
      ...('current_password' in more ? {} : proof(as)),
      ...more,
    },
  });
const look = async (as: Session) => (await server.call('POST /api/staff/proposals', { as, body: {} })).body;
async function proposed(as: Session, value: unknown): Promise<string> {
  const answer = await change(as, value);
  expect(answer.body).toEqual({ outcome: 'proposed' });
  return (await look(as)).proposals.find((each) => each.kind === 'setting' && each.key === rest)!.id;
}
const confirm = (as: Session, proposal_id: string, how: object = proof(as)) =>
  server.call('POST /api/staff/proposals/confirm', { as, body: { proposal_id, ...how } });
const decline = (as: Session, proposal_id: string, how: object = proof(as)) =>
  server.call('POST /api/staff/proposals/decline', { as, body: { proposal_id, reason: 'too short', ...how } });
const withdraw = (as: Session, proposal_id: string) =>
  server.call('POST /api/staff/proposals/withdraw', { as, body: { proposal_id } });
const subjectsTo = async (of: Session) => (await mailsTo(server, of.user.email)).map(({ subject }) => subject);
const holds = async () => {
  const { hours } = await server.db.one<{ hours: number }>(sql`
    select withdrawal_rest_hours as hours from payment_setting`);
  return hours;
};
/** By an administrator and one of compliance, who has nothing else to do here. */
async function setRoles(as: Session, whom: Session, roles: ('admin' | 'support')[]): Promise<void> {
  const vera = await server.register({ first_name: 'Vera', roles: ['client', 'compliance'] });
  const body = { client_id: whom.user.id, roles, reason: 'for the test', ...proof(as) };
  expect((await server.call('POST /api/staff/team/roles', { as, body })).status).toBe(200);
  expect((await confirmAs(server, vera, await waitingFor(server, whom.user.id, 'role'))).status).toBe(200);
  // She would confirm settings as well.
  await give(vera, ['client']);
}
const give = (whom: Session, roles: string[]) =>
  server.db.run(sql`update client set roles = ${roles} where id = ${whom.user.id}`);
const block = (whom: Session, at: Date | null) =>
  server.db.run(sql`update client set blocked_at = ${at} where id = ${whom.user.id}`);

/** Takes the role of somebody while his call waits for the setting that another holds. */
async function losingRole<Answer>(whom: Session, act: () => Promise<Answer>): Promise<Answer> {
  const call = await server.db.tx(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('setting ' || ${rest}, 0))`);
    const going = act();
    await expect
      .poll(() => server.db.rows(sql`select from pg_locks where locktype = 'advisory' and not granted`), {
        timeout: 10_000,
      })
      .toHaveLength(1);
    await tx.run(sql`update client set roles = '{client}' where id = ${whom.user.id}`);
    return { going };
  });
  const answer = await call.going;
  await give(whom, ['client', 'admin']);
  return answer;
}

/** As an update finds a proposal whose value it allows no more. */
async function withOldValue(id: string, value: string, act: () => Promise<unknown>): Promise<void> {
  const put = (json: unknown) =>
    server.db.tx(async (tx) => {
      await tx.run(sql`alter table proposal disable trigger user`);
      await tx.run(sql`update proposal set value = ${json}::jsonb where id = ${id}`);
      await tx.run(sql`alter table proposal enable trigger user`);
    });
  const { was } = await server.db.one<{ was: string }>(sql`
    select value::text as was from proposal where id = ${id}`);
  await put(value);
  await act();
  await put(was);
}

describe('a change of what protects money', () => {
  it('waits for another administrator, and then counts with both their names', async () => {
    const before = await holds();
    const id = await proposed(ada, before + 1);
    expect(await holds()).toBe(before);
    expect((await look(bob)).proposals).toMatchObject([
      { id, key: rest, was: before, value: before + 1, author: 'Ada Lund', own: false, reason: 'as agreed' },
    ]);
    expect((await confirm(bob, id)).status).toBe(200);
    expect(await holds()).toBe(before + 1);
    const { body } = await server.call('POST /api/staff/settings/history', { as: ada, body: { key: rest } });
    expect(body.versions[0]).toMatchObject({ by: 'Ada Lund', confirmed_by: 'Bob Marsh', was: before });
    const acts = await server.db.rows(sql`
      select act, actor_id as "actorId", details ->> 'proposed_by' as by from audit_entry
      where act like 'house.%' or act like 'proposals.%' order by id`);
    expect(acts).toEqual([
      { act: 'proposals.propose', actorId: ada.user.id, by: null },
      { act: 'house.change_guarded', actorId: bob.user.id, by: 'Ada Lund' },
    ]);
  });

  it('is told to the others by bell and mail, at each step', async () => {
    expect(await subjectsTo(bob)).toContain('A change waits for you: Rest of withdrawals');
    expect(await subjectsTo(ada)).toContain('Confirmed: Rest of withdrawals');
    const id = await proposed(bob, 99);
    await decline(ada, id);
    const mail = (await mailsTo(server, bob.user.email)).find(({ subject }) => subject.startsWith('Declined'));
    expect(mail?.subject).toBe('Declined: Rest of withdrawals');
    expect(mail?.plain).toContain('too short');
    const bell = await server.call('POST /api/notifications', { as: bob, body: {} });
    expect(bell.body.notifications[0]).toMatchObject({ kind: 'proposal_declined', path: '/admin/settings/payments' });
  });

  it('lapses when nobody decides, and its author is told', async () => {
    const id = await proposed(bob, 98);
    server.clock.advance(proposalDays * day);
    expect(codeOf(await confirm(ada, id))).toBe('proposals.over');
    expect((await look(ada)).proposals).toEqual([]);
    await withdraw(ada, await proposed(ada, 97));
    expect(await subjectsTo(bob)).toContain('Lapsed: Rest of withdrawals');
  });
});

describe('at once', () => {
  it('one of many who propose is taken', async () => {
    const answers = await Promise.all([41, 42, 43, 44, 45].map((hours) => change(bob, hours)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const [open] = (await look(bob)).proposals;
    await withdraw(bob, open!.id);
  });

  it('one of two who confirm does, and it counts once', async () => {
    const cleo = await server.register({ roles: ['client', 'admin'] });
    await server.keepSessions();
    const id = await proposed(ada, 51);
    const version = await versionOf(rest);
    const answers = await Promise.all([confirm(bob, id), confirm(cleo, id), confirm(bob, id)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ refusal }) => refusal.code === 'proposals.over')).toHaveLength(2);
    expect(await versionOf(rest)).toBe(version + 1);
    await give(cleo, ['client']);
  });

  it('confirming and withdrawing have one outcome', async () => {
    for (const hours of [61, 62, 63, 64]) {
      const id = await proposed(ada, hours);
      const before = await holds();
      const [confirmed, withdrawn] = await Promise.all([confirm(bob, id), withdraw(ada, id)]);
      expect(new Set([confirmed.status, withdrawn.status])).toEqual(new Set([200, 409]));
      expect(await holds()).toBe(confirmed.status === 200 ? hours : before);
    }
  });
});

describe('who is needed', () => {
  const stand = async (as: Session) => {
    const { body } = await server.call('POST /api/staff/settings/second', { as, body: {} });
    const { second_needed: needed, confirmers } = body;
    return [needed, confirmers];
  };

  it('is nobody beside the only administrator, and no newcomer for a week', async () => {
    await give(bob, ['client']);
    expect(await stand(ada)).toEqual([false, 0]);
    expect((await change(ada, 10)).body).toEqual({ outcome: 'changed' });
    expect(await holds()).toBe(10);

    const dora = await server.register();
    await setRoles(ada, dora, ['admin']);
    const asDora = await server.signIn({ email: dora.user.email });
    await server.keepSessions();
    expect(await stand(ada)).toEqual([false, 0]);
    // Nor does what she proposes count: Ada could have made herself a second profile.
    expect(await stand(asDora)).toEqual([true, 0]);
    server.clock.advance(proposalDays * day);
    // She owes the role to Ada, so the two are not enough for a while.
    expect(await stand(ada)).toEqual([true, 0]);
    server.clock.advance((roleDebtDays - proposalDays) * day);
    await server.keepSessions();
    expect(await stand(ada)).toEqual([true, 1]);

    // Whoever is rid of stands in the way for another week; nor does it help to make him one again.
    await setRoles(ada, dora, []);
    expect(await stand(ada)).toEqual([true, 0]);
    expect(codeOf(await change(ada, 11))).toBe('house.no_second');
    await setRoles(ada, dora, ['admin']);
    expect(await stand(ada)).toEqual([true, 0]);
    await setRoles(ada, dora, []);
    server.clock.advance(proposalDays * day);
    expect(await stand(ada)).toEqual([false, 0]);

    // A mistake that is undone costs no week.
    await setRoles(ada, dora, ['admin']);
    await setRoles(ada, dora, []);
    expect(await stand(ada)).toEqual([false, 0]);
    await give(bob, ['client', 'admin']);
  });

  it('is one who was shut out, for a week', async () => {
    await block(bob, server.clock.now());
    expect(await stand(ada)).toEqual([true, 0]);
    server.clock.advance(proposalDays * day);
    expect(await stand(ada)).toEqual([false, 0]);
    await block(bob, null);
    expect(await stand(ada)).toEqual([true, 1]);
  });

  it('is one whom others let in anew, who confirms nothing for a week', async () => {
    const reset = await server.call('POST /api/staff/clients/second-factor/reset', {
      as: bob,
      body: { client_id: ada.user.id, reason: 'device_lost', comment: 'met in person', ...proof(bob) },
    });
    expect(reset.status).toBe(200);
    expect(await subjectsTo(ada)).not.toContain('The second factor of Ada Lund was turned off');
    expect(await stand(bob)).toEqual([true, 0]);
    ada = await server.signIn({ email: ada.user.email });
    app = await setUpTotp(server, ada);
    await server.keepSessions();
    expect(await stand(ada)).toEqual([true, 0]);
    server.clock.advance(proposalDays * day);
    expect([await stand(ada), await stand(bob)]).toEqual([
      [true, 1],
      [true, 1],
    ]);
    const email = 'bob-anew@example.com';
    await server.call('POST /api/staff/clients/email', {
      as: ada,
      body: { client_id: bob.user.id, email, reason: 'mailbox_lost', comment: 'met in person', ...proof(ada) },
    });
    const vera = await server.register({ roles: ['client', 'compliance'] });
    await confirmAs(server, vera, await waitingFor(server, bob.user.id, 'email'));
    await give(vera, ['client']);
    expect(await stand(ada)).toEqual([true, 1]);
    const body = { token: await mailedToken(server, email) };
    expect((await server.call('POST /api/email/change/confirm', { body, as: server.browser() })).status).toBe(200);
    bob = await server.signIn({ email });
    await server.keepSessions();
    expect([await stand(ada), await stand(bob)]).toEqual([
      [true, 0],
      [true, 0],
    ]);
    server.clock.advance(proposalDays * day);
    expect(await stand(ada)).toEqual([true, 1]);
  });

  it('is told to the other administrators when it changes', async () => {
    const eve = await server.register({ first_name: 'Eve', second_name: 'Quist' });
    await setRoles(ada, eve, ['admin']);
    expect(await subjectsTo(bob)).toContain('The roles of Eve Quist have changed');
    await server.call('POST /api/staff/clients/block', {
      as: ada,
      body: { client_id: eve.user.id, reason: 'under_inquiry' },
    });
    expect(await subjectsTo(bob)).toContain('Eve Quist is no administrator any more');
    await give(eve, ['client']);
  });
});

describe('the database', () => {
  it('keeps no version that lacks its second person, and no confirmation by its author', async () => {
    const version = (await versionOf(rest)) + 1;
    await expect(
      server.db.run(sql`
        insert into setting_version (id, key, number, was, value, by_id, reason, created_at)
        values (${newId()}, ${rest}, ${version}, '1', '2', ${ada.user.id}, 'alone', ${server.clock.now()})`),
    ).rejects.toThrow('lacks a second person');
    const id = await proposed(ada, 71);
    const decide = (by: Session, state: string) =>
      server.db.run(sql`
        update proposal set state = ${state}, decided_by = ${by.user.id}, decided_at = ${server.clock.now()} where id = ${id}`);
    await expect(decide(ada, 'confirmed')).rejects.toThrow('not confirmed by a second person');
    await expect(decide(ada, 'declined')).rejects.toThrow('check constraint');
    await expect(decide(bob, 'withdrawn')).rejects.toThrow('proposal_by_author');
    await expect(server.db.run(sql`update proposal set value = '1' where id = ${id}`)).rejects.toThrow('stays');
    const asConfirmed = (value: number) =>
      server.db.run(sql`
        insert into setting_version (id, key, number, was, value, by_id, proposal_id, confirmed_by, reason, created_at)
        values (${newId()}, ${rest}, ${version}, '1', ${String(value)}::jsonb, ${ada.user.id}, ${id}, ${bob.user.id}, 'x', ${server.clock.now()})`);
    await expect(asConfirmed(71)).rejects.toThrow('was not confirmed');
    await decide(bob, 'confirmed');
    await expect(asConfirmed(72)).rejects.toThrow('was not confirmed');
    await expect(decide(bob, 'declined')).rejects.toThrow('stays');
  });
});

describe('refusals', () => {
  // Guessing until it locks, and passkeys, are tried where proofs are made.
  const notHere = new Set(['auth.locked', 'auth.passkey_over', 'auth.passkey']);
  const inOrder = (refusals: readonly string[]) => refusals.filter((code) => !notHere.has(code));
  const wrong = { current_password: 'wrong', code: '000000' };
  const halfWrong = () => ({ ...wrong, current_password: ada.password });

  it('of a change come in their order', async () => {
    const { body } = await server.call('POST /api/staff/settings', { as: ada, body: {} });
    const codes: (string | undefined)[] = [];
    // What makes no sense is told before anybody proves who he is, and costs no try of his code.
    for (const [key, value] of senselessValues(body.settings))
      codes.push(codeOf(await change(ada, value, { key, version: 99, ...wrong })));
    codes.push(codeOf(await change(ada, 1, { version: 99, ...wrong })));
    codes.push(codeOf(await change(ada, 1, { version: 99, ...halfWrong() })));
    const hours = await holds();
    const own = await proposed(ada, hours + 1);
    codes.push(codeOf(await losingRole(ada, () => change(ada, hours, { version: 99 }))));
    codes.push(codeOf(await change(ada, hours, { version: 99 })));
    await withdraw(ada, own);
    await block(bob, server.clock.now());
    codes.push(codeOf(await change(ada, hours, { version: 99 })));
    codes.push(codeOf(await change(ada, hours)));
    codes.push(codeOf(await change(ada, hours + 1)));
    await block(bob, null);
    expect(codes).toEqual(inOrder(guardedSettingEndpoints['house.change_guarded'].refusals));
  });

  it('of a confirmation come in their order', async () => {
    const hours = await holds();
    const own = await proposed(ada, hours + 1);
    await withdraw(ada, own);
    const over = await proposed(bob, hours + 1);
    await withdraw(bob, over);
    const open = await proposed(bob, hours + 1);
    const newcomer = await server.register();
    await setRoles(ada, newcomer, ['admin']);
    const cleo = await server.signIn({ email: newcomer.user.email });
    const codes = [
      codeOf(await confirm(ada, newId(), wrong)),
      codeOf(await confirm(ada, newId(), halfWrong())),
      codeOf(await confirm(ada, newId())),
      codeOf(await losingRole(ada, () => confirm(ada, open))),
      codeOf(await confirm(ada, own)),
      codeOf(await confirm(ada, over)),
      codeOf(await confirm(cleo, open)),
    ];
    await withOldValue(open, '-1', async () => codes.push(codeOf(await confirm(ada, open))));
    const { refusals } = proposalsEndpoints['proposals.confirm'];
    // The role that Ada lost while she waited.
    expect(codes.splice(3, 1)).toEqual(['http.forbidden']);
    expect(codes.splice(5, 1)).toEqual(['approvals.role_new']);
    expect(codes).toEqual(inOrder([...withoutShared(refusals)].filter((code) => code !== 'staff.own_profile')));
    await give(bob, ['client']);
    expect(codeOf(await confirm(ada, open))).toBe('approvals.author');
    await give(bob, ['client', 'admin']);
    const version = await versionOf(rest);
    // As the owner of the tables, who needs nobody.
    await server.db.run(sql`
      insert into setting_version (id, key, number, was, value, created_at)
      values (${newId()}, ${rest}, ${version + 1}, ${String(hours)}::jsonb, ${String(hours + 2)}::jsonb, ${server.clock.now()})`);
    expect(codeOf(await confirm(ada, open))).toBe('proposals.outdated');
    await withdraw(bob, open);
  });
});
