import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Writable } from 'node:stream';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from '../db/sql.ts';
import { systemClock } from '../clock.ts';
import { readConfig } from '../config/config.ts';
import { openMetrics } from '../monitoring/metrics.ts';
import { openSettings } from '../settings.ts';
import { openLog } from '../monitoring/log.ts';
import { testDatabase, type TestDatabase } from '#test/database.ts';
import { openEmail, type EmailMessage } from './email.ts';

/** Takes the place of the operator's mail server. */
const received: { recipients: string[]; content: string }[] = [];
let refusing = false;
const smtp = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) => done(refusing ? new Error('mailbox full') : null),
  onData(stream, { envelope }, done) {
    const chunks: Buffer[] = [];
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
    stream.on('end', () => {
      received.push({
        recipients: envelope.rcptTo.map(({ address }) => address),
        content: Buffer.concat(chunks).toString(),
      });
      done();
    });
  },
});

const email: EmailMessage = {
  to: 'ida@example.com',
  language: 'de',
  template: 'verify_email',
  subject: 'Bestätigen Sie Ihre Adresse',
  html: '<p>Guten Tag</p>',
  plain: 'Guten Tag',
};

let database: TestDatabase;
const logged: string[] = [];
const into = new Writable({
  write(chunk: Buffer, _encoding, done) {
    logged.push(chunk.toString());
    done();
  },
});

const open = async (env: Record<string, string>) => {
  const log = openLog('info', into);
  const world = { config: readConfig(env), db: database.db, clock: systemClock, log, metrics: openMetrics() };
  return openEmail({ ...world, settings: await openSettings(world) });
};
const viaSmtp = async (sent: EmailMessage) => {
  const send = await open({ SMTP_URL: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}` });
  return send(sent);
};

beforeAll(async () => {
  database = await testDatabase();
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
});
afterAll(async () => {
  smtp.close();
  await database.drop();
});

describe('with SMTP_URL', () => {
  it('sends HTML and plain text to the one address, marked as automatic', async () => {
    await viaSmtp(email);
    const { recipients, content = '' } = received.at(-1) ?? {};
    expect(recipients).toEqual(['ida@example.com']);
    expect(content).toMatch(/^From: Atrium <no-reply@localhost>/m);
    expect(content).toMatch(/^Auto-Submitted: auto-generated/im);
    expect(content).toContain('Content-Type: text/plain');
    expect(content).toContain('Content-Type: text/html');
  });

  it('puts emails about one subject into one thread, by a name that stays', async () => {
    const header = (name: string) => new RegExp(`^${name}: (<.+>)\\r$`, 'im').exec(received.at(-1)?.content ?? '')?.[1];
    const headers = async (thread?: string) => {
      await viaSmtp({ ...email, thread });
      return { id: header('Message-ID'), parents: [header('In-Reply-To'), header('References')] };
    };
    const [first, second, other, none] = [await headers('a'), await headers('a'), await headers('b'), await headers()];
    expect(first.parents).toEqual(['<a@localhost>', '<a@localhost>']);
    expect(second.parents).toEqual(first.parents);
    expect(other.parents).toEqual(['<b@localhost>', '<b@localhost>']);
    expect(none.parents).toEqual([undefined, undefined]);
    expect(new Set([first.id, second.id, other.id, none.id]).size).toBe(4);
  });

  it('has the link to unsubscribe from optional emails, by one press', async () => {
    const unsubscribe = 'https://atrium.example/en/unsubscribe/token';
    await viaSmtp({ ...email, unsubscribe });
    const { content = '' } = received.at(-1) ?? {};
    expect(content).toMatch(/^List-Unsubscribe: <https:\/\/atrium\.example\/en\/unsubscribe\/token>\r$/im);
    expect(content).toMatch(/^List-Unsubscribe-Post: List-Unsubscribe=One-Click\r$/im);
    await viaSmtp(email);
    expect(received.at(-1)?.content).not.toMatch(/^List-Unsubscribe/im);
  });

  it('rejects a smuggled header or recipient', async () => {
    await viaSmtp({ ...email, subject: 'Hello\r\nBcc: everybody@example.com\r\n\r\nbody' });
    expect(received.at(-1)?.recipients).toEqual(['ida@example.com']);
    expect(received.at(-1)?.content).not.toMatch(/^Bcc:/im);
    await viaSmtp({ ...email, to: 'ida@example.com, everybody@example.com' }).catch(() => undefined);
    expect(received.flatMap(({ recipients }) => recipients)).not.toContain('everybody@example.com');
  });

  it('fails when the server does not take it, so that the outbox tries again', async () => {
    refusing = true;
    await expect(viaSmtp(email)).rejects.toThrow('mailbox full');
    refusing = false;
    await expect(viaSmtp(email)).resolves.toBeUndefined();
  });
});

describe('without a mail server', () => {
  it('stores emails in the mailbox of a demo installation', async () => {
    await (
      await open({ DEMO: '1' })
    )(email);
    const rows = await database.db.rows(sql`select to_address as to, subject, plain from mailbox_email`);
    expect(rows).toEqual([{ to: email.to, subject: email.subject, plain: email.plain }]);
  });

  it('logs at start and at every email that none is sent, without its contents', async () => {
    await (
      await open({})
    )(email);
    expect(logged).toHaveLength(2);
    expect(logged.join('')).toContain('there is no mail server');
    expect(logged.join('')).not.toMatch(/ida@|Guten Tag/);
  });
});
