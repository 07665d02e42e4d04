import type { TestServer } from './server.ts';

/** What a person finds in the mailbox, the latest first. */
export async function emailsTo(server: TestServer, email: string) {
  await server.drain();
  const { body: heads } = await server.call('GET /api/demo/mailbox', { query: { to: email } });
  return Promise.all(
    heads.map(async ({ id }) => (await server.call('GET /api/demo/mailbox/:id', { params: { id } })).body),
  );
}

/** The secret at the end of the link in the latest mail. */
export async function emailedToken(server: TestServer, email: string): Promise<string> {
  const [latest] = await emailsTo(server, email);
  const link = latest?.links[0];
  if (!link) throw new Error(`no mail with a link was sent to ${email}`);
  return link.slice(link.lastIndexOf('/') + 1);
}
