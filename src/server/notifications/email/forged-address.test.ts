import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { forge } from '#test/database/forge.ts';
import { emailsTo } from '#test/mailbox.ts';
import { startServer, type TestServer } from '#test/server.ts';

/** Of an attacker who can write to the database but does not have APP_SECRET. */
const theirs = 'mallory@example.org';
let server: TestServer;
beforeAll(async () => void (server = await startServer()));
afterAll(() => server.close());

it('sends no link to an address that SQL put there for a moment, and sends it once the address is back', async () => {
  const { user } = await server.register();
  const own = (await emailsTo(server, user.email)).length;
  const put = (email: string) => forge(server.ownerUrl, sql`update person set email = ${email} where id = ${user.id}`);

  await put(theirs);
  expect((await server.call('POST /api/password/email', { body: { email: theirs } })).status).toBe(200);
  expect(await emailsTo(server, theirs)).toEqual([]);

  await put(user.email);
  server.clock.advance(60_000);
  expect(await emailsTo(server, theirs)).toEqual([]);
  expect(await emailsTo(server, user.email)).toHaveLength(own + 1);
});
