import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { tokenLifetimeMs } from '#contract/constants.ts';
import { emailChangeEndpoints } from '#contract/email-change.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Browser } from '#test/browser.ts';
import { mailedToken, mailsTo } from '#test/mailbox.ts';
import { codeOf } from '#test/payments.ts';
import { refusalsOf } from '#test/refusals.ts';
import { setUpTotp } from '#test/second-factor.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';

/** Ten slow hashes come with each second factor. */
vi.setConfig({ testTimeout: 90_000 });

let server: TestServer;
let addresses = 0;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());
beforeEach(() => server.db.run(sql`delete from rate_window`));

const newAddress = () => `moved-${(addresses += 1)}@example.com`;
const ask = (as: Session, email: string, change: object = { current_password: as.password }) =>
  server.call('POST /api/settings/email/ask', { as, body: { email, ...change } });
const pendingOf = async (as: Session) => (await server.call('POST /api/settings/email', { as })).body.pending;
const takeBack = (as: Session) => server.call('POST /api/settings/email/take-back', { as });
const check = (token: string) => server.call('POST /api/email/change', { body: { token }, as: server.browser() });
const confirm = (token: string, as: Browser = server.browser()) =>
  server.call('POST /api/email/change/confirm', { body: { token }, as });
const freeze = (token: string) => server.call('POST /api/freeze', { body: { token } });
const userOf = async (as: Browser) => (await server.call('POST /api/client-info', { as })).body;
const isSignedIn = async (as: Browser) => (await userOf(as)).status === 'active';
const mailReset = (email: string) => server.call('POST /api/password/email', { body: { email }, as: server.browser() });

/** A client who has confirmed the address that he registered with. */
async function proven(): Promise<Session> {
  const ida = await server.register();
  const token = await mailedToken(server, ida.user.email);
  await server.call('POST /api/email/verify', { body: { token } });
  return ida;
}

/** Asks for a new address; the link that was mailed there. */
async function askedFor(as: Session) {
  const email = newAddress();
  expect((await ask(as, email)).status).toBe(200);
  return { email, token: await mailedToken(server, email) };
}

/** The secret at the end of the freeze link in the latest letter to an address of this subject. */
async function freezeLink(email: string, subject: string): Promise<string> {
  const letter = (await mailsTo(server, email)).find((mail) => mail.subject === subject);
  return (
    letter?.links
      .find((link) => link.includes('/freeze/'))
      ?.split('/')
      .at(-1) ?? ''
  );
}

const asked = 'A change of your e-mail address was asked for';
const left = 'Your Atrium profile has a new e-mail address';

describe('a new e-mail address', () => {
  it('counts once its owner has confirmed it, and not when the link is only looked at', async () => {
    const ida = await proven();
    const { email, token } = await askedFor(ida);
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

  it('ends every other session, lets withdrawals rest and leaves old links worthless', async () => {
    const ida = await proven();
    const elsewhere = await server.signIn(ida.user);
    await mailReset(ida.user.email);
    const reset = await mailedToken(server, ida.user.email);
    const { token } = await askedFor(ida);
    await confirm(token, ida);
    expect([await isSignedIn(ida), await isSignedIn(elsewhere)]).toEqual([true, false]);
    const { rests } = await server.db.one<{ rests: Date }>(sql`
      select security_changed_at as rests from client where id = ${ida.user.id}`);
    expect(rests).toEqual(server.clock.now());
    const answer = await server.call('POST /api/restore-code', { body: { token: reset } });
    expect(answer.refusal.code).toBe('auth.token_unknown');
  });

  it('is confirmed in another browser as well, which ends every session', async () => {
    const ida = await proven();
    const { email, token } = await askedFor(ida);
    const other = await server.register();
    expect((await confirm(token, other)).status).toBe(200);
    expect([await isSignedIn(ida), await isSignedIn(other)]).toEqual([false, true]);
    expect(await userOf(await server.signIn({ email }))).toMatchObject({ id: ida.user.id });
  });

  it('is told to both addresses, each with a link that freezes, and kept in the audit log', async () => {
    const ida = await proven();
    const { email, token } = await askedFor(ida);
    const subjects = async (to: string) => (await mailsTo(server, to)).map(({ subject }) => subject);
    expect(await subjects(email)).toEqual(['Confirm your new e-mail address for Atrium']);
    const greetingTo = async (to: string) => (await mailsTo(server, to))[0]?.plain.match(/^Hello.*$/m)?.[0];
    expect(await Promise.all([email, ida.user.email].map(greetingTo))).toEqual(['Hello,', 'Hello Ida,']);
    expect((await subjects(ida.user.email))[0]).toBe(asked);
    await confirm(token, ida);
    expect((await subjects(email))[0]).toBe('Your e-mail address was changed');
    expect((await subjects(ida.user.email))[0]).toBe(left);
    expect(await freezeLink(ida.user.email, left)).not.toBe('');
    expect(await freezeLink(email, 'Your e-mail address was changed')).not.toBe('');
    const bell = await server.call('POST /api/notifications', { as: ida, body: {}, language: 'en' });
    expect(bell.body.notifications.map(({ kind }) => kind)).toEqual(
      expect.arrayContaining(['email_changed', 'email_change_asked']),
    );
    const written = await server.db.rows(sql`
      select actor_id, act, details from audit_entry where client_id = ${ida.user.id} order by created_at, id`);
    const details = { from: ida.user.email, to: email };
    expect(written).toMatchObject([
      { actor_id: ida.user.id, act: 'auth.ask_email_change', details },
      { actor_id: ida.user.id, act: 'auth.confirm_email_change', details },
    ]);
  });

  it('stands in the log of mails with where each letter went', async () => {
    const support = await server.register({ roles: ['client', 'support'] });
    const ida = await proven();
    const { email, token } = await askedFor(ida);
    await confirm(token);
    await server.drain();
    const sentTo = async (search: string) => {
      const { body } = await server.call('POST /api/staff/mail-log', {
        as: support,
        body: { search, channel: 'mail' },
      });
      return Object.fromEntries(body.deliveries.map(({ kind, client }) => [kind, client.email]));
    };
    const former = { email_change_asked: ida.user.email, email_left: ida.user.email };
    expect(await sentTo(ida.user.email)).toEqual({ welcome: ida.user.email, ...former });
    const later = { email_change_link: email, email_changed: email };
    expect(await sentTo(email)).toEqual({ welcome: ida.user.email, ...former, ...later });
  });

  it('can be had by one who mistyped his at registration, and nobody is told there', async () => {
    const ida = await server.register();
    const { email, token } = await askedFor(ida);
    await confirm(token, ida);
    expect(await userOf(ida)).toMatchObject({ email, email_verified: true });
    expect((await mailsTo(server, ida.user.email)).map(({ subject }) => subject)).toEqual([
      'Welcome to Atrium: confirm your e-mail address',
    ]);
  });

  it('takes a code where there is a second factor', async () => {
    const ida = await proven();
    const app = await setUpTotp(server, ida);
    expect(codeOf(await ask(ida, newAddress()))).toBe('auth.code');
    const proof = { current_password: ida.password, code: app.code() };
    expect((await ask(ida, newAddress(), proof)).status).toBe(200);
  });

  it('is replaced by another wish, taken back, and given up with a new password', async () => {
    const ida = await proven();
    const [first, second] = [await askedFor(ida), await askedFor(ida)];
    expect((await confirm(first.token)).refusal.code).toBe('auth.token_expired');
    expect((await check(second.token)).status).toBe(200);
    expect((await takeBack(ida)).body).toEqual({ status: 'ok' });
    expect((await takeBack(ida)).body).toEqual({ status: 'ok' });
    expect((await confirm(second.token)).refusal.code).toBe('auth.token_expired');
    const third = await askedFor(ida);
    const password = 'eleven green lanterns';
    await server.call('POST /api/settings/password', {
      as: ida,
      body: { current_password: ida.password, password, password_confirmation: password },
    });
    expect((await confirm(third.token)).refusal.code).toBe('auth.token_expired');
    expect(await pendingOf(ida)).toBeNull();
  });

  it('is mailed five times an hour at most, and answers as ever', async () => {
    const ida = await proven();
    const email = newAddress();
    for (let i = 0; i < 7; i += 1) {
      expect((await ask(ida, email)).status).toBe(200);
      await server.drain();
    }
    expect(await mailsTo(server, email)).toHaveLength(5);
  });
});

describe('an address that somebody else has', () => {
  it('answers as any other, and its owner hears nothing', async () => {
    const [ida, owner] = [await proven(), await proven()];
    const before = (await mailsTo(server, owner.user.email)).length;
    const taken = await ask(ida, owner.user.email.toUpperCase());
    const free = await ask(ida, newAddress());
    expect([taken.status, Object.keys(taken.body.pending)]).toEqual([free.status, Object.keys(free.body.pending)]);
    expect(await mailsTo(server, owner.user.email)).toHaveLength(before);
  });

  it('is refused when it was taken meanwhile; of two who race for one, one has it', async () => {
    const people = [await proven(), await proven()];
    const email = newAddress();
    const tokens = [];
    for (const one of people) {
      await ask(one, email);
      tokens.push(await mailedToken(server, email));
    }
    const answers = await Promise.all(tokens.map((token) => confirm(token)));
    expect(answers.map(({ status, refusal }) => (status === 200 ? 'changed' : refusal.code)).toSorted()).toEqual([
      'auth.email_taken',
      'changed',
    ]);
    expect(await server.db.rows(sql`select from client where email = ${email}`)).toHaveLength(1);
  });

  it('is confirmed once by five presses at once', async () => {
    const ida = await proven();
    const { token } = await askedFor(ida);
    const answers = await Promise.all(Array.from({ length: 5 }, () => confirm(token)));
    expect(answers.map(({ status, refusal }) => (status === 200 ? 'changed' : refusal.code)).toSorted()).toEqual([
      ...Array.from({ length: 4 }, () => 'auth.token_used'),
      'changed',
    ]);
  });
});

describe('a confirmation and another link at once', () => {
  const waiting = () =>
    server.db.rows(sql`
      select from pg_locks join pg_database d on d.oid = database and d.datname = current_database()
      where locktype = 'tuple' and relation = 'client'::regclass`);
  const comesToWait = async (count: number) => {
    await expect.poll(waiting, { timeout: 10_000 }).toHaveLength(count);
  };

  /** Lets the second come to the client whom the first waits for. */
  async function together<First, Second>(of: Session, first: () => Promise<First>, second: () => Promise<Second>) {
    const { going } = await server.db.tx(async (tx) => {
      await tx.run(sql`select from client where id = ${of.user.id} for update`);
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
    const { email, token } = await askedFor(ida);
    await mailReset(ida.user.email);
    const reset = await mailedToken(server, ida.user.email);
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
    const { token } = await askedFor(ida);
    const link = await freezeLink(ida.user.email, asked);
    const [changed, frozen] = await together(
      ida,
      () => confirm(token),
      () => freeze(link),
    );
    expect([changed.status, frozen.body]).toEqual([200, { status: 'ok', opened_by: 'staff' }]);
  });
});

describe('freezing by the letter to the former address', () => {
  it('ends a wish that is not confirmed yet, and a new password opens the profile', async () => {
    const ida = await proven();
    const { token } = await askedFor(ida);
    const answer = await freeze(await freezeLink(ida.user.email, asked));
    expect(answer.body).toEqual({ status: 'ok', opened_by: 'password' });
    expect((await confirm(token)).refusal.code).toBe('auth.token_expired');
  });

  it('leaves the profile to staff once it has changed, whatever the new address does', async () => {
    const ida = await proven();
    const { email, token } = await askedFor(ida);
    await confirm(token, ida);
    await mailReset(email);
    const early = await mailedToken(server, email);
    // A stranger who froze first by his own letter has not taken the owner's link away.
    await freeze(await freezeLink(email, 'Your e-mail address was changed'));
    const answer = await freeze(await freezeLink(ida.user.email, left));
    expect(answer.body).toEqual({ status: 'ok', opened_by: 'staff' });
    expect(await isSignedIn(ida)).toBe(false);
    const password = 'eleven green lanterns';
    await server.call('POST /api/password/reset', {
      body: { token: early, password, password_confirmation: password },
    });
    const late = await server.call('POST /api/login', { body: { email, password } });
    expect(late.refusal.code).toBe('auth.frozen');
    await mailReset(email);
    const [latest] = await mailsTo(server, email);
    expect(latest?.subject).not.toBe('Set a new password for Atrium');
    expect((await mailsTo(server, email)).map(({ subject }) => subject)).toContain('Your Atrium profile is frozen');
  });
});

describe('the link to the former address', () => {
  it.each([
    ['that asks', asked],
    ['that tells', left],
  ])('of the letter %s freezes for a week', async (_, subject) => {
    const ida = await proven();
    const { token } = await askedFor(ida);
    await confirm(token);
    const link = await freezeLink(ida.user.email, subject);
    const letter = (await mailsTo(server, ida.user.email)).find((mail) => mail.subject === subject);
    expect(letter?.plain).toContain('The link works for 7 days.');
    server.clock.advance(7 * 24 * 3_600_000 - 1);
    expect((await freeze(link)).body).toEqual({ status: 'ok', opened_by: 'staff' });
  });

  it('is worthless from then on', async () => {
    const ida = await proven();
    await askedFor(ida);
    const link = await freezeLink(ida.user.email, asked);
    server.clock.advance(tokenLifetimeMs.freezeFormer);
    expect((await freeze(link)).refusal.code).toBe('auth.token_expired');
  });
});

describe('each refusal', () => {
  const refusals = refusalsOf(emailChangeEndpoints);
  const spent = async () => {
    const used = await askedFor(await proven());
    await confirm(used.token);
    const late = await askedFor(await proven());
    server.clock.advance(tokenLifetimeMs.emailVerification);
    return [used.token, late.token] as const;
  };

  it('of a wish comes before the proof is looked at, and nothing waits without one', async () => {
    const ida = await proven();
    expect(codeOf(await ask(ida, ida.user.email, {}))).toBe('auth.same_email');
    const wrong = await ask(ida, newAddress(), { current_password: 'wrong' });
    expect(codeOf(wrong)).toBe('auth.current_password');
    expect(await pendingOf(ida)).toBeNull();
  });

  refusals.meets('auth.check_email_change', async () => {
    const [used, late] = await spent();
    return [() => check('never-given'), () => check(used), () => check(late)];
  });

  refusals.meets('auth.confirm_email_change', async () => {
    const [used, late] = await spent();
    const ida = await proven();
    const { email, token } = await askedFor(ida);
    await server.register({ email });
    return [() => confirm('never-given'), () => confirm(used), () => confirm(late), () => confirm(token)];
  });
});
