import { afterAll, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { goodPassword, startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer({ env: { NEW_DEVICE_CODE: '1', TRUST_PROXY: '1' } })));
afterAll(() => server.close());

it('shows that two members of staff used one browser, although from different networks', async () => {
  const [first, second] = [await server.register(), await server.register()];
  const as = server.browser();
  for (const [{ user }, address] of [
    [first, '203.0.113.1'],
    [second, '198.51.100.1'],
  ] as const) {
    await server.db.run(sql`update person set roles = '{client,finance}' where id = ${user.id}`);
    const headers = { 'x-forwarded-for': address };
    const body = { email: user.email, password: goodPassword };
    const { body: asked } = await server.call('POST /api/login', { body, as, headers });
    if (!('challenge' in asked)) throw new Error('the browser is new to this person');
    const [{ subject } = { subject: '' }] = await emailsTo(server, user.email);
    const code = /\d{6}/.exec(subject)?.[0] ?? '';
    await server.call('POST /api/login/second-factor', { body: { challenge: asked.challenge, code }, as, headers });
  }
  const { same } = await server.db.one<{ same: boolean }>(sql`
    select same_origin(${first.user.id}, ${second.user.id}, ${server.clock.now()}) as same`);
  expect(same).toBe(true);
});
