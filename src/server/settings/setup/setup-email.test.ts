import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { describe, expect, it } from 'vitest';
import { startServer, type TestServer } from '#test/server.ts';
import { findOrMakeLink } from './link.ts';

/** A fresh installation, as an operator starts it. */
const asItComes = { DEMO: '0', SETUP: '', STAFF_SECOND_FACTOR: '' };

/** What the start of a server would print. */
async function invite(server: TestServer): Promise<string> {
  const link = await findOrMakeLink(server.app);
  return link?.address.split('#')[1] ?? 'none';
}

describe('setup.test_email', () => {
  it('reports the result of the test email by its codes alone', async () => {
    const server = await startServer({ env: { ...asItComes, SMTP_URL: 'smtp://127.0.0.1:9' } });
    const body = { token: await invite(server), email: 'ida@example.com', server: null };
    const { refusal } = await server.call('POST /api/setup/email', { as: server.browser(), body });
    expect(refusal.params).toEqual({ fault: 'refused', response: 'ECONNREFUSED' });
    await server.close();
  });

  it('sends an email at once', async () => {
    const received: string[] = [];
    const smtp = new SMTPServer({
      authOptional: true,
      onAuth: (_auth, _session, done) => done(null, { user: 'user' }),
      disabledCommands: ['STARTTLS'],
      onData(stream, _session, done) {
        stream.on('data', (chunk: Buffer) => received.push(chunk.toString()));
        stream.on('end', () => done());
      },
    });
    smtp.listen(0, '127.0.0.1');
    await once(smtp.server, 'listening');
    const port = (smtp.server.address() as AddressInfo).port;
    const server = await startServer({ env: { ...asItComes, SMTP_URL: `smtp://user:secret@127.0.0.1:${port}` } });
    const token = await invite(server);
    const setup = await server.call('POST /api/setup', { as: server.browser(), body: { token } });
    expect(setup.body).toMatchObject({
      given: ['email_server'],
      settings: { email_server: { host: '127.0.0.1', port } },
    });
    expect(JSON.stringify(setup.body)).not.toContain('secret');
    const body = { token, email: 'ida@example.com', server: null };
    expect((await server.call('POST /api/setup/email', { as: server.browser(), body })).body).toEqual({ status: 'ok' });
    expect(received.join('')).toContain('ida@example.com');
    await server.close();
    await new Promise<void>((closed) => smtp.close(() => closed()));
  });
});
