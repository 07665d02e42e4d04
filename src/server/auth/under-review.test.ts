import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';

const support = 'help@example.com';
let server: TestServer;
let ida: Session;
beforeAll(async () => {
  server = await startServer({ env: { SUPPORT_EMAIL: support } });
  ida = await server.register();
  await forge(server.ownerUrl, sql`update person set email_verified_at = now() where id = ${ida.user.id}`);
});
afterAll(() => server.close());

const signIn = async (language: 'en' | 'de') =>
  (
    await server.call('POST /api/login', {
      body: { email: ida.user.email, password: goodPassword },
      as: server.browser(),
      language,
    })
  ).refusal;

it('sends a client whose row was changed without the program to support, not to a new password', async () => {
  const refusal = await signIn('en');
  expect(refusal).toMatchObject({ code: 'auth.under_review', params: { contact: 'known', support } });
  expect(refusal.message).toContain(`Email ${support}`);
  expect((await signIn('de')).message).toContain('Ein neues Passwort entsperrt es nicht.');
});
