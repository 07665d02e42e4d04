import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../config/config.ts';
import { sendBy, type EmailMessage } from './email.ts';
import { postOf } from './email-server.ts';

const openssl = 'openssl';
const folder = mkdtempSync(join(tmpdir(), 'atrium-authority-'));
const [certificate, key] = [join(folder, 'ca.pem'), join(folder, 'key.pem')];
let smtp: SMTPServer;
let received = 0;

const email: EmailMessage = {
  to: 'ida@example.com',
  language: 'en',
  template: 'x',
  subject: 'S',
  html: '<p>S</p>',
  plain: 'S',
};

beforeAll(async () => {
  const what = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-days', '2'];
  const who = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  execFileSync(openssl, [...what, ...who, '-keyout', key, '-out', certificate], { stdio: 'ignore' });
  smtp = new SMTPServer({
    secure: true,
    authOptional: true,
    cert: readFileSync(certificate),
    key: readFileSync(key),
    onData(stream, _session, done) {
      stream.resume().on('end', () => {
        received += 1;
        done();
      });
    },
  });
  smtp.on('error', () => {});
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
});
afterAll(async () => {
  await new Promise<void>((done) => smtp.close(() => done()));
  rmSync(folder, { recursive: true, force: true });
});

const send = async (env: Record<string, string>) => {
  const { port } = smtp.server.address() as AddressInfo;
  const config = readConfig({ SMTP_URL: `smtps://localhost:${port}`, ...env });
  const post = await postOf({ config } as Parameters<typeof postOf>[0]);
  if (post) await sendBy(post, email);
};

describe('a mail server with an authority of the operator’s own', () => {
  it('is not trusted as it comes', async () => {
    await expect(send({})).rejects.toThrow(/self-signed/);
    expect(received).toBe(0);
  });

  it('is trusted by the authority that SMTP_CA_FILE names', async () => {
    await send({ SMTP_CA_FILE: certificate });
    expect(received).toBe(1);
  });

  it('a file without a certificate stops the start', () => {
    const empty = join(folder, 'empty.pem');
    writeFileSync(empty, 'nothing');
    for (const file of [empty, join(folder, 'missing.pem')])
      expect(() => readConfig({ SMTP_CA_FILE: file })).toThrow('SMTP_CA_FILE: is no file with a certificate');
  });
});
