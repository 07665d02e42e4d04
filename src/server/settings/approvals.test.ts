import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestOf } from '#contract/api.ts';
import { guardedSettingEndpoints } from '#contract/settings/protected.ts';
import type { ProtectedKey } from '#contract/settings/names.ts';
import { roleDebtDays } from '#contract/approvals/names.ts';
import { approvalRequestDays } from '#contract/approvals/request-names.ts';
import { approvalsEndpoints } from '#contract/approvals/endpoints.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { emailedToken, emailsTo } from '#test/mailbox.ts';
import { codeOf } from '#test/money/payments.ts';
import { withoutShared } from '#test/endpoints/refusals.ts';
import { confirmAs, waitingFor } from '#test/compliance/approvals.ts';
import { senselessValues } from '#test/senseless-values.ts';
import { setUpTotp, type Authenticator } from '#test/auth/second-factor.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

/** What protects money, changed by two administrators: Ada, who has a second factor, and Bob. */
let server: TestServer;
let ada: Session;
let bob: Session;
let app: Authenticator;

const rest = 'payments.withdrawal_cooling_off_hours';
const day = 86_400_000;

beforeAll(async () => {
  server = await startServer();
  ada = await server.register({ first_name: 'Ada', second_name: 'Lund', roles: ['client', 'admin'] });
  bob = await server.register({ first_name: 'Bob', second_name: 'Marsh', roles: ['client', 'admin'] });
  app = await setUpTotp(server, ada);
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.storeSessions();
  await server.db.run(sql`delete from rate_window`);
});

type Change = RequestOf<'POST /api/staff/settings/protected'>['body'];

/** A code serves once, so each proof of Ada’s is made half a minute later. */
function proof(as: Session) {
  if (as !== ada) return { current_password: as.password };
  server.clock.advance(30_000);
  return { current_password: as.password, code: app.code() };
}
const versionOf = async (key: ProtectedKey) => {
  const { newest } = await server.db.one<{ newest: number }>(sql`
    select coalesce(max(number), 0) as newest from setting_version where key = ${key}`);
  return newest;
};
const change = async (as: Session, value: unknown, more: Partial<Change> = {}) =>
  server.call('POST /api/staff/settings/protected', {
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
const look = async (as: Session) => (await server.call('POST /api/staff/approvals', { as, body: {} })).body;
async function proposed(as: Session, value: unknown): Promise<string> {
  const response = await change(as, value);
  expect(response.body).toEqual({ outcome: 'proposed' });
  return (await look(as)).approval_requests.find((each) => each.kind === 'setting' && each.key === rest)!.id;
}
const confirm = (as: Session, approval_request_id: string, how: object = proof(as)) =>
  server.call('POST /api/staff/approvals/approve', { as, body: { approval_request_id, ...how } });
const decline = (as: Session, approval_request_id: string, how: object = proof(as)) =>
  server.call('POST /api/staff/approvals/decline', { as, body: { approval_request_id, reason: 'too short', ...how } });
const withdraw = (as: Session, approval_request_id: string) =>
  server.call('POST /api/staff/approvals/withdraw', { as, body: { approval_request_id } });
const subjectsTo = async (of: Session) => (await emailsTo(server, of.user.email)).map(({ subject }) => subject);
const holds = async () => {
  const { hours } = await server.db.one<{ hours: number }>(sql`
    select withdrawal_cooling_off_hours as hours from payment_setting`);
  return hours;
};
/** By an administrator and a person of compliance, who has no other part here. */
async function setRoles(as: Session, whom: Session, roles: ('admin' | 'support')[]): Promise<void> {
  const vera = await server.register({ first_name: 'Vera', roles: ['client', 'compliance'] });
  const body = { client_id: whom.user.id, roles, reason: 'for the test', ...proof(as) };
  expect((await server.call('POST /api/staff/team/roles', { as, body })).status).toBe(200);
  expect((await confirmAs(server, vera, await waitingFor(server, whom.user.id, 'role'))).status).toBe(200);
  // She would confirm settings as well.
  await give(vera, ['client']);
}
const give = (whom: Session, roles: string[]) =>
  server.db.run(sql`update person set roles = ${roles} where id = ${whom.user.id}`);
const block = (whom: Session, at: Date | null) =>
  server.db.run(sql`update person set blocked_at = ${at} where id = ${whom.user.id}`);

/** Takes a role from a person while their call waits for the setting that another call has locked. */
async function losingRole<ResponseBody>(whom: Session, action: () => Promise<ResponseBody>): Promise<ResponseBody> {
  const call = await server.db.tx(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('setting ' || ${rest}, 0))`);
    const going = action();
    const waiting = sql`
      select from pg_locks join pg_database d on d.oid = database and d.datname = current_database()
      where locktype = 'advisory' and not granted`;
    await expect.poll(() => server.db.rows(waiting)).toHaveLength(1);
    await tx.run(sql`update person set roles = '{client}' where id = ${whom.user.id}`);
    return { going };
  });
  const response = await call.going;
  await give(whom, ['client', 'admin']);
  return response;
}

/** An open approval request whose value an update of the program no longer allows. */
async function withOldValue(id: string, value: string, action: () => Promise<unknown>): Promise<void> {
  const put = (json: unknown) =>
    server.db.tx(async (tx) => {
      await tx.run(sql`alter table approval_request disable trigger user`);
      await tx.run(sql`update approval_request set value = ${json}::jsonb where id = ${id}`);
      await tx.run(sql`alter table approval_request enable trigger user`);
    });
  const { was } = await server.db.one<{ was: string }>(sql`
    select value::text as was from approval_request where id = ${id}`);
  await put(value);
  await action();
  await put(was);
}

describe('a change of a protected setting', () => {
  it('waits for another administrator, and then takes effect with both their names', async () => {
    const before = await holds();
    const id = await proposed(ada, before + 1);
    expect(await holds()).toBe(before);
    expect((await look(bob)).approval_requests).toMatchObject([
      { id, key: rest, was: before, value: before + 1, author: 'Ada Lund', own: false, reason: 'as agreed' },
    ]);
    expect((await confirm(bob, id)).status).toBe(200);
    expect(await holds()).toBe(before + 1);
    const { body } = await server.call('POST /api/staff/settings/history', { as: ada, body: { key: rest } });
    expect(body.versions[0]).toMatchObject({ by: 'Ada Lund', approved_by: 'Bob Marsh', was: before });
    const actions = await server.db.rows(sql`
      select action, actor_id as "actorId", details ->> 'proposed_by' as by from audit_entry
      where action like 'settings.%' or action like 'approvals.%' order by id`);
    expect(actions).toEqual([
      { action: 'approvals.request', actorId: ada.user.id, by: null },
      { action: 'settings.change_protected', actorId: bob.user.id, by: 'Ada Lund' },
    ]);
  });

  it('notifies the others by bell and email, at each step', async () => {
    expect(await subjectsTo(bob)).toContain('Approval requested: Withdrawal cooldown');
    expect(await subjectsTo(ada)).toContain('Setting change approved: Withdrawal cooldown');
    const id = await proposed(bob, 99);
    await decline(ada, id);
    const message = (await emailsTo(server, bob.user.email)).find(({ subject }) => subject.startsWith('Declined'));
    expect(message?.subject).toBe('Declined: Withdrawal cooldown');
    expect(message?.plain).toContain('too short');
    const bell = await server.call('POST /api/notifications', { as: bob, body: {} });
    expect(bell.body.notifications[0]).toMatchObject({ kind: 'approval_declined', path: '/admin/settings/payments' });
  });

  it('expires without a decision, and its author is notified', async () => {
    const id = await proposed(bob, 98);
    server.clock.advance(approvalRequestDays * day);
    expect(codeOf(await confirm(ada, id))).toBe('approvals.request_closed');
    expect((await look(ada)).approval_requests).toEqual([]);
    await withdraw(ada, await proposed(ada, 97));
    expect(await subjectsTo(bob)).toContain('Expired: Withdrawal cooldown');
  });
});

describe('at once', () => {
  it('one of many who propose is taken', async () => {
    const responses = await Promise.all([41, 42, 43, 44, 45].map((hours) => change(bob, hours)));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    const [open] = (await look(bob)).approval_requests;
    await withdraw(bob, open!.id);
  });

  it('is confirmed by one of two, and takes effect once', async () => {
    const cleo = await server.register({ roles: ['client', 'admin'] });
    await server.storeSessions();
    const id = await proposed(ada, 51);
    const version = await versionOf(rest);
    const responses = await Promise.all([confirm(bob, id), confirm(cleo, id), confirm(bob, id)]);
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(responses.filter(({ refusal }) => refusal.code === 'approvals.request_closed')).toHaveLength(2);
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
    const { body } = await server.call('POST /api/staff/settings/approvers', { as, body: {} });
    const { approver_needed: needed, approvers } = body;
    return [needed, approvers];
  };

  it('does not exist beside the only administrator, and new ones are excluded for a week', async () => {
    await give(bob, ['client']);
    expect(await stand(ada)).toEqual([false, 0]);
    expect((await change(ada, 10)).body).toEqual({ outcome: 'changed' });
    expect(await holds()).toBe(10);

    const dora = await server.register();
    await setRoles(ada, dora, ['admin']);
    const asDora = await server.signIn({ email: dora.user.email });
    await server.storeSessions();
    expect(await stand(ada)).toEqual([false, 0]);
    // Her own request does not count either: Ada could have made herself a second profile.
    expect(await stand(asDora)).toEqual([true, 0]);
    server.clock.advance(approvalRequestDays * day);
    // She owes the role to Ada, so the two are not enough for a while.
    expect(await stand(ada)).toEqual([true, 0]);
    server.clock.advance((roleDebtDays - approvalRequestDays) * day);
    await server.storeSessions();
    expect(await stand(ada)).toEqual([true, 1]);

    // A removed approver still counts for another week; appointing them again does not help.
    await setRoles(ada, dora, []);
    expect(await stand(ada)).toEqual([true, 0]);
    expect(codeOf(await change(ada, 11))).toBe('settings.no_approver');
    await setRoles(ada, dora, ['admin']);
    expect(await stand(ada)).toEqual([true, 0]);
    await setRoles(ada, dora, []);
    server.clock.advance(approvalRequestDays * day);
    expect(await stand(ada)).toEqual([false, 0]);

    // A reverted mistake costs no week.
    await setRoles(ada, dora, ['admin']);
    await setRoles(ada, dora, []);
    expect(await stand(ada)).toEqual([false, 0]);
    await give(bob, ['client', 'admin']);
  });

  it('counts for a week after being blocked', async () => {
    await block(bob, server.clock.now());
    expect(await stand(ada)).toEqual([true, 0]);
    server.clock.advance(approvalRequestDays * day);
    expect(await stand(ada)).toEqual([false, 0]);
    await block(bob, null);
    expect(await stand(ada)).toEqual([true, 1]);
  });

  it('cannot confirm for a week after their access was recovered', async () => {
    const reset = await server.call('POST /api/staff/clients/second-factor/reset', {
      as: bob,
      body: { client_id: ada.user.id, reason: 'device_lost', comment: 'met in person', ...proof(bob) },
    });
    expect(reset.status).toBe(200);
    expect(await subjectsTo(ada)).not.toContain('Two-factor authentication turned off for Ada Lund');
    expect(await stand(bob)).toEqual([true, 0]);
    ada = await server.signIn({ email: ada.user.email });
    app = await setUpTotp(server, ada);
    await server.storeSessions();
    expect(await stand(ada)).toEqual([true, 0]);
    server.clock.advance(approvalRequestDays * day);
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
    const body = { token: await emailedToken(server, email) };
    expect((await server.call('POST /api/email/change/confirm', { body, as: server.browser() })).status).toBe(200);
    bob = await server.signIn({ email });
    await server.storeSessions();
    expect([await stand(ada), await stand(bob)]).toEqual([
      [true, 0],
      [true, 0],
    ]);
    server.clock.advance(approvalRequestDays * day);
    expect(await stand(ada)).toEqual([true, 1]);
  });

  it('changes: the other administrators are notified', async () => {
    const eve = await server.register({ first_name: 'Eve', second_name: 'Quist' });
    await setRoles(ada, eve, ['admin']);
    expect(await subjectsTo(bob)).toContain('Roles changed: Eve Quist');
    await server.call('POST /api/staff/clients/block', {
      as: ada,
      body: { client_id: eve.user.id, reason: 'under_inquiry' },
    });
    expect(await subjectsTo(bob)).toContain('Eve Quist is no longer an administrator');
    await give(eve, ['client']);
  });
});

describe('the database', () => {
  it('has no version without its second person, and no confirmation by its author', async () => {
    const version = (await versionOf(rest)) + 1;
    await expect(
      server.db.run(sql`
        insert into setting_version (id, key, number, was, value, by_id, reason, created_at)
        values (${newId()}, ${rest}, ${version}, '1', '2', ${ada.user.id}, 'alone', ${server.clock.now()})`),
    ).rejects.toThrow('lacks a second person');
    const id = await proposed(ada, 71);
    const decide = (by: Session, state: string) =>
      server.db.run(sql`
        update approval_request set state = ${state}, decided_by = ${by.user.id}, decided_at = ${server.clock.now()} where id = ${id}`);
    await expect(decide(ada, 'approved')).rejects.toThrow('not approved by a second person');
    await expect(decide(ada, 'declined')).rejects.toThrow('check constraint');
    await expect(decide(bob, 'withdrawn')).rejects.toThrow('approval_request_by_author');
    await expect(server.db.run(sql`update approval_request set value = '1' where id = ${id}`)).rejects.toThrow(
      'never changes',
    );
    const asConfirmed = (value: number) =>
      server.db.run(sql`
        insert into setting_version (id, key, number, was, value, by_id, approval_request_id, approved_by, reason, created_at)
        values (${newId()}, ${rest}, ${version}, '1', ${String(value)}::jsonb, ${ada.user.id}, ${id}, ${bob.user.id}, 'x', ${server.clock.now()})`);
    await expect(asConfirmed(71)).rejects.toThrow('differs from what was approved');
    await decide(bob, 'approved');
    await expect(asConfirmed(72)).rejects.toThrow('differs from what was approved');
    await expect(decide(bob, 'declined')).rejects.toThrow('never changes');
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
    // An invalid value is reported before the proof of identity, and costs no attempt at the code.
    for (const [key, value] of senselessValues(body.settings))
      codes.push(codeOf(await change(ada, value, { key, version: 99, ...wrong })));
    await server.db.run(sql`delete from rate_window`);
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
    expect(codes).toEqual(inOrder(guardedSettingEndpoints['settings.change_protected'].refusals));
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
    const { refusals } = approvalsEndpoints['approvals.approve'];
    // The role that Ada lost while she waited.
    expect(codes.splice(3, 1)).toEqual(['http.forbidden']);
    expect(codes.splice(5, 1)).toEqual(['approvals.role_new']);
    expect(codes).toEqual(inOrder([...withoutShared(refusals)].filter((code) => !/own_profile|simulated/.test(code))));
    await give(bob, ['client']);
    expect(codeOf(await confirm(ada, open))).toBe('approvals.author');
    await give(bob, ['client', 'admin']);
    const version = await versionOf(rest);
    // As the owner of the tables, who needs no second person.
    await server.db.run(sql`
      insert into setting_version (id, key, number, was, value, created_at)
      values (${newId()}, ${rest}, ${version + 1}, ${String(hours)}::jsonb, ${String(hours + 2)}::jsonb, ${server.clock.now()})`);
    expect(codeOf(await confirm(ada, open))).toBe('approvals.outdated');
    await withdraw(bob, open);
  });
});
