import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmailServer } from '#contract/settings/values/email.ts';
import { openSettings } from '#server/platform/settings.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openEmail, type EmailMessage } from '#server/platform/email/email.ts';
import { newId } from '#server/platform/id.ts';
import { verifyMacs } from '#server/platform/secrets/all-row-macs.ts';
import { forge } from '#test/database/forge.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { reEncryptAll } from '#server/platform/secrets/re-encrypt.ts';

const secret = 'a password of the post office';
const email: EmailMessage = {
  to: 'ida@example.com',
  language: 'en',
  template: 'x',
  subject: 'x',
  html: '<p>x',
  plain: 'x',
};

const offices: SMTPServer[] = [];
const received: string[] = [];

/**
 * A mail server that accepts a sender with the password.
 * @returns its port
 */
async function openOffice(options: SMTPServerOptions = {}): Promise<number> {
  const office = new SMTPServer({
    allowInsecureAuth: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, done) =>
      username === 'house' && password === secret ? done(null, { user: username }) : done(new Error('who are you')),
    onMailFrom: ({ address }, _session, done) =>
      done(address === 'stranger@nord.example' ? new Error('not from here') : null),
    onData(stream, { envelope }, done) {
      stream.resume().on('end', () => {
        received.push(`${envelope.mailFrom ? envelope.mailFrom.address : ''} ${envelope.rcptTo[0]?.address}`);
        done();
      });
    },
    ...options,
  });
  office.on('error', () => {});
  office.listen(0, '127.0.0.1');
  await once(office.server, 'listening');
  offices.push(office);
  return (office.server.address() as AddressInfo).port;
}

/** An installation that is not a demo: a demo stores its emails. */
const own = { DEMO: '0', STAFF_SECOND_FACTOR: '0', NEW_DEVICE_CODE: '0' };

let server: TestServer;
let admin: Session;
let port: number;
beforeAll(async () => {
  port = await openOffice();
  server = await startServer({ env: own });
  admin = await server.register({ roles: ['client', 'admin'] });
});
afterAll(async () => {
  await server.close();
  for (const office of offices) office.close();
});

async function store(password = secret, host = '127.0.0.1'): Promise<string> {
  const body = { host, password };
  return (await server.call('POST /api/staff/settings/email/password', { as: admin, body })).body.id;
}
const through = (change: Partial<EmailServer> = {}): EmailServer => ({
  host: '127.0.0.1',
  port,
  encryption: 'none',
  user: '',
  password: null,
  sender_name: 'Nord & Co',
  sender_address: 'no-reply@nord.example',
  ...change,
});
const change = async (value: EmailServer | null, on = server, as = admin, proof: object = {}) => {
  const { n } = await on.db.one<{ n: number }>(sql`
    select count(*)::int as n from setting_version where key = 'email.server'`);
  const body = {
    key: 'email.server' as const,
    value,
    version: n,
    reason: 'a better one',
    current_password: as.password,
  };
  return on.call('POST /api/staff/settings/protected', { as, body: { ...body, ...proof } });
};
const test = (value: EmailServer) =>
  server.call('POST /api/staff/settings/email/test', { as: admin, body: { server: value } });

describe('the operator’s mail server', () => {
  it('is tested before it is stored, with an email to the person who enters it', async () => {
    expect((await test(through({ user: 'house', password: await store() }))).body).toEqual({ status: 'ok' });
    expect(received.at(-1)).toBe(`no-reply@nord.example ${admin.user.email}`);
    expect(server.app.settings.value('email.server')).toBeNull();
  });

  it('requires a proof, and then sends email in every process, without a restart', async () => {
    const { app } = server;
    const settings = await openSettings({ config: server.config, db: server.db, log: app.log });
    const send = openEmail({ ...app, settings });
    const sent = received.length;
    await send(email);
    expect(received).toHaveLength(sent);

    const value = through({ user: 'house', password: await store() });
    expect((await change(value, server, admin, { current_password: 'wrong' })).status).toBe(422);
    expect((await change(value)).body).toEqual({ outcome: 'changed' });
    await settings.reload();
    await send(email);
    expect(received.at(-1)).toBe('no-reply@nord.example ida@example.com');
    expect((await change(null)).body).toEqual({ outcome: 'changed' });
    await settings.reload();
    await send(email);
    expect(received).toHaveLength(sent + 1);
  });

  it('sends nothing by a server that was stored outside Atrium', async () => {
    const sent = () => received.filter((line) => line.endsWith(email.to)).length;
    const before = sent();
    const honest = through({ user: 'house', password: await store() });
    expect((await change(honest)).body).toEqual({ outcome: 'changed' });
    const send = openEmail(server.app);
    await send(email);
    expect(sent()).toBe(before + 1);
    // As the owner of the tables, whom no trigger stops.
    const thief = await openOffice({ authOptional: true });
    await forge(
      server.ownerUrl,
      sql`
      insert into setting_version (id, key, number, was, value, created_at)
      select ${newId()}, key, number + 1, value, ${JSON.stringify(through({ port: thief }))}::text::jsonb, created_at
      from setting_version where key = 'email.server' order by number desc limit 1`,
    );
    await server.app.settings.reload();
    await send(email);
    expect(sent()).toBe(before + 1);
    expect(await server.db.tx((tx) => verifyMacs(tx, server.config))).toMatchObject([{ table: 'setting_version' }]);
    await forge(server.ownerUrl, sql`delete from setting_version where key = 'email.server' and security_mac is null`);
    expect((await change(null)).body).toEqual({ outcome: 'changed' });
  });

  it('has a password that no call, log, history or audit shows, and no table holds in plain text', async () => {
    const value = through({ user: 'house', password: await store() });
    await change(value);
    const input = await Promise.all([
      server.call('POST /api/staff/settings', { as: admin, body: {} }),
      server.call('POST /api/staff/settings/history', { as: admin, body: { key: 'email.server' } }),
      server.call('POST /api/staff/approvals', { as: admin, body: {} }),
      server.call('GET /api/staff/settings/file', { as: admin }),
    ]);
    const stored = await server.db.rows(sql`
      select row_to_json(a)::text as row from audit_entry a union all select row_to_json(v)::text from setting_version v
      union all select encode(encrypted, 'escape') from email_password`);
    const all = JSON.stringify([input.map(({ body }) => body), stored, server.logged]);
    expect(all).toContain(value.password);
    expect(all).not.toContain(secret);
  });

  it('is sent the password of no other host, and nothing unencrypted or at other ports elsewhere', async () => {
    const refused = async (value: EmailServer) => (await change(value)).refusal.errors?.['value']?.[0]?.code;
    const password = await store();
    const safe = { host: 'mail.nord.example', port: 587, encryption: 'starttls', user: 'house' } as const;
    const responses = [
      await refused(through({ host: 'localhost', user: 'house', password })),
      await refused(through({ ...safe, password })),
      await refused(through({ user: 'house', password: newId() })),
      await refused(through({ user: 'house' })),
      await refused(through({ ...safe, port: 6379 })),
      await refused(through({ ...safe, user: '', encryption: 'none' })),
      await refused(through({ host: 'a b' })),
      await refused(through({ sender_address: 'nobody' })),
    ];
    expect(responses).toEqual([
      ...Array.from({ length: 4 }, () => 'settings.email_password'),
      'settings.email_port',
      'settings.email_plain',
      'settings.email_host',
      'settings.email_sender',
    ]);
    expect((await test(through({ ...safe, password }))).refusal.errors?.['value']?.[0]?.code).toBe(
      'settings.email_password',
    );
  });

  it('is for administrators alone', async () => {
    const officer = await server.register({ roles: ['client', 'compliance'] });
    const body = { host: '127.0.0.1', password: secret };
    const responses = [
      await server.call('POST /api/staff/settings/email/password', { as: officer, body }),
      await server.call('POST /api/staff/settings/email/test', { as: officer, body: { server: through() } }),
      await change(through(), server, officer),
    ];
    expect(responses.map(({ status }) => status)).toEqual([403, 403, 403]);
    // Otherwise compliance would have to confirm what the administrator changes alone below.
    await server.db.run(sql`update person set roles = '{client}' where id = ${officer.user.id}`);
  });

  it('is reported in plain words when it is wrong', async () => {
    const secure = await openOffice({ disabledCommands: [], secure: false });
    const silent = await openOffice({ onConnect: () => undefined });
    const fault = async (change: Partial<EmailServer>) => {
      const { refusal } = await test(through(change));
      return [refusal.code, refusal.params?.['fault']];
    };
    const found = [
      await fault({ host: 'nowhere.invalid', port: 25, encryption: 'tls' }),
      await fault({ port: 9 }),
      await fault({ port: secure, encryption: 'starttls' }),
      await fault({ encryption: 'tls' }),
      await fault({ user: 'house', password: await store('another') }),
      await fault({ sender_address: 'stranger@nord.example', user: 'house', password: await store() }),
      await fault({ port: silent }),
    ];
    const faults = ['host', 'refused', 'certificate', 'encryption', 'login', 'sender', 'silent'];
    expect(found).toEqual(faults.map((each) => ['settings.email_failed', each]));
    expect(server.logged.join('')).not.toContain('who are you');
  });
});

describe('a stored password', () => {
  const passwords = async () =>
    (await server.db.rows<{ id: string }>(sql`select id from email_password`)).map(({ id }) => id);

  it('is deleted when neither the setting nor an approval request names it', async () => {
    const password = await store();
    await change(through({ user: 'house', password, sender_name: 'Again' }));
    expect((await passwords()).length).toBeGreaterThan(1);
    server.clock.advance(86_400_001);
    await server.app.jobs.run('settings.purge_email_passwords');
    expect(await passwords()).toEqual([password]);
  });

  it('opens after the installation’s secret was changed', async () => {
    const { app, config } = server;
    const changed = { ...config, appSecret: 'another secret of the operator, long enough' };
    await app.db.tx((tx) => reEncryptAll(tx, config.appSecret, changed.appSecret));
    await openEmail({ ...app, config: changed })(email);
    expect(received.at(-1)).toBe('no-reply@nord.example ida@example.com');
    await expect(openEmail(app)(email)).rejects.toThrow('APP_SECRET');
    await app.db.tx((tx) => reEncryptAll(tx, changed.appSecret, config.appSecret));
  });
});

describe('the environment', () => {
  it('wins over the setting: its server is shown without its password, and cannot be changed', async () => {
    const url = `smtp://house:${encodeURIComponent(secret)}@127.0.0.1:${port}`;
    const given = await startServer({ env: { ...own, SMTP_URL: url, EMAIL_FROM: 'Nord <post@nord.example>' } });
    try {
      const as = await given.register({ roles: ['client', 'admin'] });
      const { body } = await given.call('POST /api/staff/settings', { as, body: {} });
      expect(body.settings.find(({ key }) => key === 'email.server')).toMatchObject({
        source: 'environment',
        value: { host: '127.0.0.1', port, user: 'house', password: null, sender_address: 'post@nord.example' },
      });
      expect(JSON.stringify(body)).not.toContain(secret);
      expect((await change(through(), given, as)).refusal.code).toBe('settings.given');
      await openEmail(given.app)(email);
      expect(received.at(-1)).toBe('post@nord.example ida@example.com');
    } finally {
      await given.close();
    }
  });

  it('of a demo stores its emails in its mailbox, with any administrator', async () => {
    const demo = await startServer();
    const as = await demo.register({ roles: ['client', 'admin'] });
    expect((await change(through(), demo, as)).refusal.code).toBe('settings.given');
    await demo.close();
  });
});

describe('the dashboard', () => {
  it('shows administrators alone that emails cannot be sent', async () => {
    // Support confirms no settings.
    const support = await server.register({ roles: ['client', 'support'] });
    const lacks = async (as: Session) =>
      (await server.call('POST /api/staff/dashboard', { as, body: {} })).body.lacks_email;
    // The test clock has moved days ahead.
    admin = await server.signIn({ email: admin.user.email });
    await change(null);
    expect([await lacks(admin), await lacks(support)]).toEqual([true, false]);
    await change(through());
    expect(await lacks(admin)).toBe(false);
  });
});
