import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { emailedToken, emailsTo } from '#test/mailbox.ts';
import { goodPassword, newApplicant, startServer, type Session, type TestServer } from '#test/server.ts';
import { purgeOldRegistrations } from './registration/complete.ts';
import { passwordHashes } from './password-hash.ts';

let hashes = 0;
const countHash = () => void (hashes += 1);

let server: TestServer;
let admin: Session;
let ben: Session;
beforeAll(async () => {
  passwordHashes.subscribe(countHash);
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  ben = await server.register();
});
afterAll(async () => {
  passwordHashes.unsubscribe(countHash);
  await server.close();
});
beforeEach(() => server.db.run(sql`delete from rate_window`));

type ResponseBody = Awaited<ReturnType<TestServer['call']>>;

/** Everything that a caller sees of a response, and how often a password was hashed for it. */
async function seen(request: () => Promise<ResponseBody>) {
  hashes = 0;
  const { status, headers, body } = await request();
  const shown = [...headers].filter(([name]) => !['date', 'x-request-id'].includes(name));
  return { status, body, headers: Object.fromEntries(shown), hashes };
}

const register = (change: object = {}) =>
  server.call('POST /api/register', {
    as: server.browser(),
    language: 'en',
    body: {
      ...newApplicant(),
      password: goodPassword,
      password_confirmation: goodPassword,
      terms: true,
      ...change,
    },
  });
const logIn = (email: string, password = goodPassword) =>
  server.call('POST /api/login', { as: server.browser(), body: { email, password } });
const clientsOf = async (email: string) =>
  (await server.db.rows(sql`select id from person where email = ${email}`)).length;
const waiting = async () => (await server.db.one<{ n: number }>(sql`select count(*)::int as n from registration`)).n;
const subjectsTo = async (email: string) => (await emailsTo(server, email)).map(({ subject }) => subject);
const verify = (token: string) => server.call('POST /api/email/verify', { body: { token } });

const welcome = 'Welcome to Atrium: confirm your email address';
const repeated = 'You already have an account with Atrium';

describe('a registration with confirmed addresses', () => {
  beforeAll(async () => {
    const body = { key: 'security.registration', value: 'confirm_first', version: 0, reason: 'as agreed' } as const;
    const set = { ...body, current_password: admin.password };
    await server.call('POST /api/staff/settings/protected', { as: admin, body: set });
    await server.app.settings.reload();
  });

  it('gets the same response for every address, after the same work; only the email to the owner differs', async () => {
    const { email: user } = ben.user;
    const fresh = newApplicant().email;
    const [known, unknown] = [
      await seen(() => register({ email: user })),
      await seen(() => register({ email: fresh })),
    ];
    expect(known).toEqual(unknown);
    expect(known).toMatchObject({ status: 200, body: { status: 'confirmation_sent' }, hashes: 1 });
    expect(Object.keys(known.headers)).not.toContain('set-cookie');
    // The call itself has looked up no address: both wait in the same way.
    expect([await waiting(), await clientsOf(fresh)]).toEqual([2, 0]);
    expect((await subjectsTo(user))[0]).toBe(repeated);
    expect(await subjectsTo(fresh)).toEqual([welcome]);
    expect([await waiting(), await clientsOf(fresh), await clientsOf(user)]).toEqual([0, 1, 1]);
  });

  it('gets the same refusal for every address', async () => {
    const { user } = admin;
    for (const wrong of [{ password: 'qwertyuiop' }, { terms: false }, { documents: [] }, { phone: 'call me' }]) {
      const [known, unknown] = [
        await seen(() => register({ email: user.email, ...wrong })),
        await seen(() => register(wrong)),
      ];
      expect(known).toEqual(unknown);
      expect(known.status).toBe(422);
    }
  });

  it('allows a sign-in after its address is confirmed, and not before', async () => {
    const email = newApplicant().email;
    await register({ email, language: 'en' });
    const before = await emailedToken(server, email);
    const [unconfirmed, unknown] = [await seen(() => logIn(email)), await seen(() => logIn(newApplicant().email))];
    expect(unconfirmed).toEqual(unknown);
    expect((await verify(before)).status).toBe(200);
    expect((await server.signIn({ email })).user).toMatchObject({ email, email_verified: true });
  });

  it('emails the link again when it is repeated, and changes nothing', async () => {
    const email = newApplicant().email;
    await register({ email });
    await emailedToken(server, email);
    await register({ email, password: 'four quiet harbours', password_confirmation: 'four quiet harbours' });
    expect(await subjectsTo(email)).toEqual(['Confirm your email address for Atrium', welcome]);
    await verify(await emailedToken(server, email));
    expect((await logIn(email, 'four quiet harbours')).refusal.code).toBe('auth.credentials');
    expect((await server.signIn({ email })).user.email).toBe(email);
  });

  it('records what was accepted, when and from which address', async () => {
    const email = newApplicant().email;
    const at = server.clock.now();
    await register({ email });
    server.clock.advance(60_000);
    await server.drain();
    const rows = await server.db.rows(sql`
      select k.at, k.address is not null as "fromWhere" from legal_consent k join person c on c.id = k.client_id
      where c.email = ${email}`);
    expect(rows).toEqual([{ at, fromWhere: true }]);
  });

  it('creates one profile from many calls at once with one address', async () => {
    const email = newApplicant().email;
    const responses = await Promise.all(Array.from({ length: 5 }, () => register({ email })));
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    await server.drain();
    expect([await clientsOf(email), await waiting()]).toEqual([1, 0]);
  });

  it('emails one address five times an hour, with the same response beyond that', async () => {
    const email = newApplicant().email;
    const responses: unknown[] = [];
    for (let turn = 0; turn < 7; turn++) responses.push(await seen(() => register({ email })));
    expect(new Set(responses.map((response) => JSON.stringify(response))).size).toBe(1);
    expect(await waiting()).toBe(5);
    await server.drain();
  });

  it('is deleted when it could not be completed within a day', async () => {
    await register();
    server.clock.advance(86_400_000 + 1);
    await purgeOldRegistrations(server.app);
    expect(await waiting()).toBe(0);
    await server.drain();
  });
});

describe('no call reveals who has an account', () => {
  it('from a sign-in: unknown, wrong, and right but blocked', async () => {
    const { email } = ben.user;
    const wrong = await seen(() => logIn(email, 'not the password'));
    await server.db.run(sql`update person set blocked_at = ${server.clock.now()} where email = ${email}`);
    const responses = [wrong, await seen(() => logIn(newApplicant().email)), await seen(() => logIn(email))];
    for (const response of responses) expect(response).toEqual(responses[0]);
    expect(responses[0]).toMatchObject({ status: 401, hashes: 1 });
  });

  it.each(['POST /api/password/email', 'POST /api/email/resend'] as const)('from %s', async (route) => {
    const request = (email: string) => server.call(route, { as: server.browser(), body: { email } });
    const known = await seen(() => request(admin.user.email));
    expect(known).toEqual(await seen(() => request(newApplicant().email)));
    expect(known).toMatchObject({ status: 200, hashes: 0 });
  });

  it('from a request for another address', async () => {
    const { email: own } = admin.user;
    const request = async (email: string) => {
      const as = await server.signIn({ email: own });
      const body = { email, current_password: admin.password };
      const { body: response, ...rest } = await seen(() =>
        server.call('POST /api/settings/email/request', { as, body }),
      );
      return {
        ...rest,
        headers: Object.keys(rest.headers),
        body: Object.keys((response as { pending: object }).pending),
      };
    };
    const taken = await request(ben.user.email);
    expect(taken).toEqual(await request(newApplicant().email));
    expect(taken).toMatchObject({ status: 200, hashes: 1 });
  });
});
