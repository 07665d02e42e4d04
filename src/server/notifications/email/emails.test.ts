import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { emailsTo } from '#test/mailbox.ts';
import { startServer, type TestServer } from '#test/server.ts';

let server: TestServer;
beforeAll(async () => void (server = await startServer({ env: { APP_NAME: 'Northlight & Co' } })));
afterAll(() => server.close());

const htmlOf = async (id: string) => (await fetch(`${server.url}/api/demo/mailbox/${id}/html`)).text();

const deliverAgain = (which: Sql) =>
  server.db.run(sql`update outbox set delivered_at = null, next_attempt_at = '-infinity' where ${which}`);

describe('an email', () => {
  it('has the same text in plain text and in HTML, with one address to open', async () => {
    const { user } = await server.register({ first_name: 'Zoë' });
    const [email] = await emailsTo(server, user.email);
    expect(email?.subject).toBe('Welcome to Northlight & Co: confirm your email address');
    expect(email?.links).toEqual([expect.stringMatching(/^http:\/\/atrium\.test\/en\/email\/verify\/[\w-]{43}$/)]);
    expect(email?.plain).toMatch(/^Welcome to Northlight & Co\n\nHello Zoë,\n\n/);
    const html = await htmlOf(email?.id ?? '');
    expect(html).toContain('<html dir="ltr" lang="en">');
    expect(html).toContain('Northlight &amp; Co');
    expect(html.split(`href="${email?.links[0]}"`)).toHaveLength(3);
    expect(html).not.toMatch(/<script|<img|<link|url\(|javascript:/);
  });

  it('is written once, however often its event is delivered', async () => {
    const { user } = await server.register();
    expect(await emailsTo(server, user.email)).toHaveLength(1);
    await deliverAgain(sql`payload->>'clientId' = ${user.id}`);
    expect(await emailsTo(server, user.email)).toHaveLength(1);
  });

  it('is sent again with a new link when its delivery is unknown, and the first link is void', async () => {
    const { user } = await server.register();
    await emailsTo(server, user.email);
    // As an instance leaves it that died between sending and storing the result.
    const { id } = await server.db.one<{ id: string }>(sql`
      update notification_delivery d set state = 'queued' from notification n
      where n.id = d.notification_id and n.person_id = ${user.id} and d.channel = 'email' returning n.id`);
    await deliverAgain(sql`payload->>'notificationId' = ${id}`);
    const [approver, first] = await emailsTo(server, user.email);
    const verify = (link = '') =>
      server.call('POST /api/email/verify', { body: { token: link.slice(link.lastIndexOf('/') + 1) } });
    expect((await verify(first?.links[0])).refusal.code).toBe('auth.token_expired');
    expect((await verify(approver?.links[0])).status).toBe(200);
  });

  it('does not go to a blocked client', async () => {
    const { user } = await server.register();
    await server.db.run(sql`update person set blocked_at = now() where id = ${user.id}`);
    expect(await emailsTo(server, user.email)).toEqual([]);
  });
});
