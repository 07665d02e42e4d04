import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { tokenLifetimeMs } from '#contract/kernel/constants.ts';
import { emailChangeEndpoints } from '#contract/auth/email-change.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Browser } from '#test/browser.ts';
import { emailedToken, emailsTo } from '#test/mailbox.ts';
import { codeOf } from '#test/money/payments.ts';
import { ofOtherProofs, refusalsOf } from '#test/endpoints/refusals.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';

/** Ten slow hashes come with each second factor. */
vi.setConfig({ testTimeout: 90_000 });

let server: TestServer;
let addresses = 0;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());
beforeEach(() => server.db.run(sql`delete from rate_window`));

const newAddress = () => `moved-${(addresses += 1)}@example.com`;
const request = (as: Session, email: string, change: object = { current_password: as.password }) =>
  server.call('POST /api/settings/email/request', { as, body: { email, ...change } });
const pendingOf = async (as: Session) => (await server.call('POST /api/settings/email', { as })).body.pending;
const cancelChange = (as: Session) => server.call('POST /api/settings/email/cancel', { as });
const check = (token: string) => server.call('POST /api/email/change', { body: { token }, as: server.browser() });
const confirm = (token: string, as: Browser = server.browser()) =>
  server.call('POST /api/email/change/confirm', { body: { token }, as });
const freeze = (token: string) => server.call('POST /api/freeze', { body: { token } });
const userOf = async (as: Browser) => (await server.call('POST /api/client-info', { as })).body;
const isSignedIn = async (as: Browser) => (await userOf(as)).status === 'active';
const emailReset = (email: string) =>
  server.call('POST /api/password/email', { body: { email }, as: server.browser() });

/** A client who has confirmed the address of the registration. */
async function proven(): Promise<Session> {
  const ida = await server.register();
  const token = await emailedToken(server, ida.user.email);
  await server.call('POST /api/email/verify', { body: { token } });
  return ida;
}

/** Requests a new address and returns the link that was emailed there. */
async function requestedFor(as: Session) {
  const email = newAddress();
  expect((await request(as, email)).status).toBe(200);
  return { email, token: await emailedToken(server, email) };
}

/** The secret at the end of the freeze link in the latest email with this subject to an address. */
async function freezeLink(email: string, subject: string): Promise<string> {
  const found = (await emailsTo(server, email)).find((message) => message.subject === subject);
  return (
    found?.links
      .find((link) => link.includes('/freeze/'))
      ?.split('/')
      .at(-1) ?? ''
  );
}

const requestedSubject = 'Email change requested';
const changedSubject = 'Your Atrium account has a new email address';

describe('a new email', () => {
  it('takes effect when its owner confirms it, and not when the link is only opened', async () => {
    const ida = await proven();
    const { email, token } = await requestedFor(ida);
    expect(await pendingOf(ida)).toMatchObject({ email, by_staff: false });
    expect((await check(token)).body).toEqual({ email });
    expect(await userOf(ida)).toMatchObject({ email: ida.user.email });
    expect((await confirm(token, ida)).body).toEqual({ status: 'ok' });
    expect(await userOf(ida)).toMatchObject({ email, email_verified: true });
    expect(await pendingOf(ida)).toBeNull();
    expect((await server.call('POST /api/login', { body: ida.user })).status).toBe(422);
    expect(await isSignedIn(await server.signIn({ email }))).toBe(true);
    const former = { email: ida.user.email, password: goodPassword };
    expect((await server.call('POST /api/login', { body: former })).refusal.code).toBe('auth.credentials');
  });

  it('ends every other session, pauses withdrawals and voids old links', async () => {
    const ida = await proven();
    const elsewhere = await server.signIn(ida.user);
    await emailReset(ida.user.email);
    const reset = await emailedToken(server, ida.user.email);
    const { token } = await requestedFor(ida);
    await confirm(token, ida);
    expect([await isSignedIn(ida), await isSignedIn(elsewhere)]).toEqual([true, false]);
    const { rests } = await server.db.one<{ rests: Date }>(sql`
      select security_changed_at as rests from person where id = ${ida.user.id}`);
    expect(rests).toEqual(server.clock.now());
    const response = await server.call('POST /api/restore-code', { body: { token: reset } });
    expect(response.refusal.code).toBe('auth.token_unknown');
  });

  it('can be confirmed in another browser as well, which ends every session', async () => {
    const ida = await proven();
    const { email, token } = await requestedFor(ida);
    const other = await server.register();
    expect((await confirm(token, other)).status).toBe(200);
    expect([await isSignedIn(ida), await isSignedIn(other)]).toEqual([false, true]);
    expect(await userOf(await server.signIn({ email }))).toMatchObject({ id: ida.user.id });
  });

  it('is announced to both addresses, each with a freeze link, and recorded in the audit log', async () => {
    const ida = await proven();
    const { email, token } = await requestedFor(ida);
    const subjects = async (to: string) => (await emailsTo(server, to)).map(({ subject }) => subject);
    expect(await subjects(email)).toEqual(['Confirm your new email address for Atrium']);
    const greetingTo = async (to: string) => (await emailsTo(server, to))[0]?.plain.match(/^Hello.*$/m)?.[0];
    expect(await Promise.all([email, ida.user.email].map(greetingTo))).toEqual(['Hello,', 'Hello Ida,']);
    expect((await subjects(ida.user.email))[0]).toBe(requestedSubject);
    await confirm(token, ida);
    expect((await subjects(email))[0]).toBe('Email address changed');
    expect((await subjects(ida.user.email))[0]).toBe(changedSubject);
    expect(await freezeLink(ida.user.email, changedSubject)).not.toBe('');
    expect(await freezeLink(email, 'Email address changed')).not.toBe('');
    const bell = await server.call('POST /api/notifications', { as: ida, body: {}, language: 'en' });
    expect(bell.body.notifications.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['email_changed', 'email_change_requested']),
    );
    const written = await server.db.rows(sql`
      select actor_id, action, details from audit_entry where client_id = ${ida.user.id} order by created_at, id`);
    const details = { from: ida.user.email, to: email };
    expect(written).toMatchObject([
      { actor_id: ida.user.id, action: 'auth.request_email_change', details },
      { actor_id: ida.user.id, action: 'auth.confirm_email_change', details },
    ]);
  });

  it('is in the email log, with the recipient of each email', async () => {
    const support = await server.register({ roles: ['client', 'support'] });
    const ida = await proven();
    const { email, token } = await requestedFor(ida);
    await confirm(token);
    await server.drain();
    const sentTo = async (search: string) => {
      const { body } = await server.call('POST /api/staff/email-log', {
        as: support,
        body: { search, channel: 'email' },
      });
      return Object.fromEntries(body.deliveries.map(({ kind, client }) => [kind, client.email]));
    };
    const former = { email_change_requested: ida.user.email, email_left: ida.user.email };
    expect(await sentTo(ida.user.email)).toEqual({ welcome: ida.user.email, ...former });
    const later = { email_change_link: email, email_changed: email };
    expect(await sentTo(email)).toEqual({ welcome: ida.user.email, ...former, ...later });
  });

  it('is possible after a typo at registration, without an email to the mistyped address', async () => {
    const ida = await server.register();
    const { email, token } = await requestedFor(ida);
    await confirm(token, ida);
    expect(await userOf(ida)).toMatchObject({ email, email_verified: true });
    expect((await emailsTo(server, ida.user.email)).map(({ subject }) => subject)).toEqual([
      'Welcome to Atrium: confirm your email address',
    ]);
  });

  it('takes a code where there is a second factor', async () => {
    const ida = await proven();
    const app = await setUpTotp(server, ida);
    expect(codeOf(await request(ida, newAddress()))).toBe('auth.code');
    const proof = { current_password: ida.password, code: app.code() };
    expect((await request(ida, newAddress(), proof)).status).toBe(200);
  });

  it('is replaced by another request, cancelled, and dropped with a new password', async () => {
    const ida = await proven();
    const [first, second] = [await requestedFor(ida), await requestedFor(ida)];
    expect((await confirm(first.token)).refusal.code).toBe('auth.token_expired');
    expect((await check(second.token)).status).toBe(200);
    expect((await cancelChange(ida)).body).toEqual({ status: 'ok' });
    expect((await cancelChange(ida)).body).toEqual({ status: 'ok' });
    expect((await confirm(second.token)).refusal.code).toBe('auth.token_expired');
    const third = await requestedFor(ida);
    const password = 'eleven green lanterns';
    await server.call('POST /api/settings/password', {
      as: ida,
      body: { current_password: ida.password, password, password_confirmation: password },
    });
    expect((await confirm(third.token)).refusal.code).toBe('auth.token_expired');
    expect(await pendingOf(ida)).toBeNull();
  });

  it('is emailed at most five times an hour, with the same response', async () => {
    const ida = await proven();
    const email = newAddress();
    for (let i = 0; i < 7; i += 1) {
      expect((await request(ida, email)).status).toBe(200);
      await server.drain();
    }
    expect(await emailsTo(server, email)).toHaveLength(5);
  });
});

describe('an address of another person', () => {
  it('gives the same response, and its owner is not notified', async () => {
    const [ida, owner] = [await proven(), await proven()];
    const before = (await emailsTo(server, owner.user.email)).length;
    const taken = await request(ida, owner.user.email.toUpperCase());
    const free = await request(ida, newAddress());
    expect([taken.status, Object.keys(taken.body.pending)]).toEqual([free.status, Object.keys(free.body.pending)]);
    expect(await emailsTo(server, owner.user.email)).toHaveLength(before);
  });

  it('is refused when it was taken since; of two who compete for one, one gets it', async () => {
    const people = [await proven(), await proven()];
    const email = newAddress();
    const tokens = [];
    for (const one of people) {
      await request(one, email);
      tokens.push(await emailedToken(server, email));
    }
    const responses = await Promise.all(tokens.map((token) => confirm(token)));
    expect(responses.map(({ status, refusal }) => (status === 200 ? 'changed' : refusal.code)).toSorted()).toEqual([
      'auth.email_taken',
      'changed',
    ]);
    expect(await server.db.rows(sql`select from person where email = ${email}`)).toHaveLength(1);
  });

  it('is confirmed once by five calls at once', async () => {
    const ida = await proven();
    const { token } = await requestedFor(ida);
    const responses = await Promise.all(Array.from({ length: 5 }, () => confirm(token)));
    expect(responses.map(({ status, refusal }) => (status === 200 ? 'changed' : refusal.code)).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'auth.token_used'),
      'changed',
    ]);
  });
});

describe('a confirmation and another link at once', () => {
  const waiting = () =>
    server.db.rows(sql`
      select from pg_locks join pg_database d on d.oid = database and d.datname = current_database()
      where locktype = 'tuple' and relation = 'person'::regclass`);
  const comesToWait = async (count: number) => {
    await expect.poll(waiting).toHaveLength(count);
  };

  /** Makes the second call reach the client's lock while the first one waits for it. */
  async function together<First, Second>(of: Session, first: () => Promise<First>, second: () => Promise<Second>) {
    const { going } = await server.db.tx(async (tx) => {
      await tx.run(sql`select from person where id = ${of.user.id} for update`);
      const one = first();
      await comesToWait(1);
      const other = second();
      await comesToWait(2);
      return { going: Promise.all([one, other]) };
    });
    return going;
  }

  it('wait for each other: a link that resets the password', async () => {
    const ida = await proven();
    const { email, token } = await requestedFor(ida);
    await emailReset(ida.user.email);
    const reset = await emailedToken(server, ida.user.email);
    const password = 'eleven green lanterns';
    const body = { token: reset, password, password_confirmation: password };
    const [changed, late] = await together(
      ida,
      () => confirm(token),
      () => server.call('POST /api/password/reset', { body }),
    );
    expect([changed.status, late.refusal.code]).toEqual([200, 'auth.token_used']);
    expect(await isSignedIn(await server.signIn({ email }))).toBe(true);
  });

  it('wait for each other: a link that freezes', async () => {
    const ida = await proven();
    const { token } = await requestedFor(ida);
    const link = await freezeLink(ida.user.email, requestedSubject);
    const [changed, frozen] = await together(
      ida,
      () => confirm(token),
      () => freeze(link),
    );
    expect([changed.status, frozen.body]).toEqual([200, { status: 'ok', opened_by: 'staff' }]);
  });
});

describe('a freeze by the email to the former address', () => {
  it('cancels a change that is not confirmed yet, and a new password unlocks the profile', async () => {
    const ida = await proven();
    const { token } = await requestedFor(ida);
    const response = await freeze(await freezeLink(ida.user.email, requestedSubject));
    expect(response.body).toEqual({ status: 'ok', opened_by: 'password' });
    expect((await confirm(token)).refusal.code).toBe('auth.token_expired');
  });

  it('leaves the profile to staff after the change, whatever the new address does', async () => {
    const ida = await proven();
    const { email, token } = await requestedFor(ida);
    await confirm(token, ida);
    await emailReset(email);
    const early = await emailedToken(server, email);
    // A stranger who froze first by their own email has not voided the owner's link.
    await freeze(await freezeLink(email, 'Email address changed'));
    const response = await freeze(await freezeLink(ida.user.email, changedSubject));
    expect(response.body).toEqual({ status: 'ok', opened_by: 'staff' });
    expect(await isSignedIn(ida)).toBe(false);
    const password = 'eleven green lanterns';
    await server.call('POST /api/password/reset', {
      body: { token: early, password, password_confirmation: password },
    });
    const late = await server.call('POST /api/login', { body: { email, password } });
    expect(late.refusal.code).toBe('auth.frozen');
    await emailReset(email);
    const [latest] = await emailsTo(server, email);
    expect(latest?.subject).not.toBe('Reset your Atrium password');
    expect((await emailsTo(server, email)).map(({ subject }) => subject)).toContain('Your Atrium account is locked');
  });
});

describe('the link to the former address', () => {
  it.each([
    ['about the request', requestedSubject],
    ['about the change', changedSubject],
  ])('of the email %s freezes for a week', async (_, subject) => {
    const ida = await proven();
    const { token } = await requestedFor(ida);
    await confirm(token);
    const link = await freezeLink(ida.user.email, subject);
    const found = (await emailsTo(server, ida.user.email)).find((message) => message.subject === subject);
    expect(found?.plain).toContain('The link works for 7 days.');
    server.clock.advance(7 * 24 * 3_600_000 - 1);
    expect((await freeze(link)).body).toEqual({ status: 'ok', opened_by: 'staff' });
  });

  it('is void after that', async () => {
    const ida = await proven();
    await requestedFor(ida);
    const link = await freezeLink(ida.user.email, requestedSubject);
    server.clock.advance(tokenLifetimeMs.freezeFormer);
    expect((await freeze(link)).refusal.code).toBe('auth.token_expired');
  });
});

describe('each refusal', () => {
  const refusals = refusalsOf(emailChangeEndpoints);
  const spent = async () => {
    const used = await requestedFor(await proven());
    await confirm(used.token);
    const late = await requestedFor(await proven());
    server.clock.advance(tokenLifetimeMs.emailVerification);
    return [used.token, late.token] as const;
  };

  it('of a request comes before the proof is checked, and without a proof no change is stored', async () => {
    const ida = await proven();
    expect(codeOf(await request(ida, ida.user.email, {}))).toBe('auth.same_email');
    const wrong = await request(ida, newAddress(), { current_password: 'wrong' });
    expect(codeOf(wrong)).toBe('auth.current_password');
    expect(await pendingOf(ida)).toBeNull();
  });

  refusals.meets(
    'auth.request_email_change',
    async () => {
      const ida = await proven();
      const wrong = { current_password: 'wrong' };
      return [ida.user.email, newAddress()].map((email) => () => request(ida, email, wrong));
    },
    ofOtherProofs,
  );

  refusals.meets('auth.check_email_change', async () => {
    const [used, late] = await spent();
    return [() => check('never-given'), () => check(used), () => check(late)];
  });

  refusals.meets('auth.confirm_email_change', async () => {
    const [used, late] = await spent();
    const ida = await proven();
    const { email, token } = await requestedFor(ida);
    await server.register({ email });
    return [() => confirm('never-given'), () => confirm(used), () => confirm(late), () => confirm(token)];
  });

  it('leaves no refusal unmet', () => expect(refusals.unmet()).toEqual([]));
});
