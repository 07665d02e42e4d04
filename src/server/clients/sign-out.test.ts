import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { emailsTo } from '#test/mailbox.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';

let server: TestServer;
let adam: Session;
let carla: Session;
beforeAll(async () => {
  server = await startServer();
  adam = await server.register({ roles: ['client', 'admin'] });
  carla = await server.register({ roles: ['client', 'compliance'] });
});
afterAll(() => server.close());

const signOut = ({ user }: Session, as = carla) =>
  server.call('POST /api/staff/clients/sign-out', { as, body: { client_id: user.id, reason: 'Phone stolen' } });
const isSignedIn = async (as: Session) => (await server.call('POST /api/client-info', { as })).body.status === 'active';

it('ends every session of the client and of no one else; the client is notified and signs in again', async () => {
  const [ida, other] = [await server.register(), await server.register()];
  const phone = await server.signIn({ email: ida.user.email });
  await server.db.run(sql`
    insert into known_device (person_id, hash, created_at, seen_at)
    values (${ida.user.id}, ${Buffer.alloc(32)}, ${server.clock.now()}, ${server.clock.now()})`);
  const { body } = await signOut(ida);
  expect(body.revoked).toBe(2);
  expect([await isSignedIn(ida), await isSignedIn(phone), await isSignedIn(other)]).toEqual([false, false, true]);
  expect(await server.db.rows(sql`select from known_device where person_id = ${ida.user.id}`)).toEqual([]);
  const [message] = await emailsTo(server, ida.user.email);
  expect(message?.subject).toBe('You’ve been signed out everywhere');
  expect(message?.links).toEqual([expect.stringContaining('/en/freeze/')]);
  const again = await server.signIn({ email: ida.user.email });
  const { body: activity } = await server.call('POST /api/settings/activity', { as: again, body: {} });
  expect(activity).toMatchObject([{ action: 'clients.sign_out', reason: 'Phone stolen' }]);
});

it('ends a sign-in that has yet to give the second factor', async () => {
  const ida = await server.register();
  const app = await setUpTotp(server, ida);
  const { body } = await server.call('POST /api/login', { body: { email: ida.user.email, password: ida.password } });
  await signOut(ida);
  const response = { challenge: 'challenge' in body ? body.challenge : '', code: app.code() };
  const late = await server.call('POST /api/login/second-factor', { body: response });
  expect(late.refusal.code).toBe('auth.challenge_over');
});

it('is for compliance and administrators, and for staff only by an administrator', async () => {
  const ida = await server.register();
  for (const role of ['support', 'finance'] as const)
    expect((await signOut(ida, await server.register({ roles: ['client', role] }))).refusal.code).toBe(
      'http.forbidden',
    );
  expect(await isSignedIn(ida)).toBe(true);
  const colleague = await server.register({ roles: ['client', 'support'] });
  expect((await signOut(colleague, adam)).status).toBe(200);
  expect(await isSignedIn(colleague)).toBe(false);
});
