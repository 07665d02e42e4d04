import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { issueToken } from '#server/auth/one-time-token.ts';
import { acceptChange } from '#server/staff/accept-change.ts';
import { verifyPeople } from '#server/staff/people-verify.ts';
import { emptyDatabase } from '#test/database.ts';
import { forge } from '#test/database/forge.ts';
import { emailedToken } from '#test/mailbox.ts';
import { setUpPasskey } from '#test/auth/passkey.ts';
import { setUpTotp } from '#test/auth/second-factor.ts';
import { goodPassword, startServer, type Session, type TestServer } from '#test/server.ts';
import { recomputeMacs, verifyMacs } from './all-row-macs.ts';
import { newApiKey } from './api-key.ts';
import { readConfig } from '../config/config.ts';
import { restoreBackup } from '../db/backup/restore-backup.ts';
import { writeBackup } from '../db/backup/write-backup.ts';
import { connect, type Db, type Queries } from '../db/database.ts';
import { sql, type Sql } from '../db/sql.ts';
import { newId } from '../id.ts';
import { macColumns, openPerson, signNewRow, type RowMac } from './row-macs.ts';

vi.setConfig({ testTimeout: 60_000 });

let server: TestServer;
let admin: Session;
let thief: Session;
/** As the program, with the rights of the owner of the tables, to whom rules of two people do not apply. */
let owner: Db;
beforeAll(async () => {
  server = await startServer();
  admin = await server.register({ roles: ['client', 'admin'] });
  thief = await server.register();
  owner = connect(server.ownerUrl, { info() {}, warn() {}, error() {} }, { connections: 1, secrets: server.config });
});
afterAll(async () => {
  await owner.close();
  await server.close();
});

const who = async (as: Session) => (await server.call('POST /api/client-info', { as })).body;
const refused = { status: 'failed' };
const signIn = async (email: string, password = goodPassword) =>
  (await server.call('POST /api/login', { body: { email, password }, as: server.browser() })).refusal.code;
const named = async (id: string) =>
  (await server.app.db.snapshot((tx) => verifyMacs(tx, server.config))).filter(({ clientId }) => clientId === id);
const forged = (...statements: Sql[]) => forge(server.ownerUrl, ...statements);

async function linkFor({ user }: Session): Promise<string> {
  const { link } = (
    await server.call('POST /api/staff/autologin', {
      as: admin,
      body: { client_id: user.id, reason: 'Asked by phone', current_password: admin.password },
    })
  ).body;
  return link.slice(link.lastIndexOf('/') + 1);
}

/** What an attacker who can write to the database may do to the row of a person, and what they gain by it. */
const changes: [string, (id: string) => Sql][] = [
  ['a role was added', (id) => sql`update person set roles = '{client,admin}' where id = ${id}`],
  ['the risk was rated low', (id) => sql`update person set risk_rating = 'low' where id = ${id}`],
  ['the level was raised', (id) => sql`update person set level_override = 4, verification_level = 4 where id = ${id}`],
  [
    'the password was replaced by their own',
    (id) => sql`
      update person set password_hash = (select password_hash from person where id = ${thief.user.id}) where id = ${id}`,
  ],
  ['the second factor was taken away', (id) => sql`update person set second_factor_at = null where id = ${id}`],
  [
    'the address was replaced',
    (id) => sql`update person set email = 'thief-' || left(id::text, 8) || email where id = ${id}`,
  ],
  ['the address was confirmed', (id) => sql`update person set email_verified_at = now() where id = ${id}`],
  [
    'the rest of withdrawals was ended',
    (id) => sql`update person set security_changed_at = '2020-01-01' where id = ${id}`,
  ],
  ['the MAC was taken away', (id) => sql`update person set security_mac = null where id = ${id}`],
  [
    'the MAC is that of somebody else',
    (id) => sql`
      update person set security_mac = (select security_mac from person where id = ${thief.user.id}) where id = ${id}`,
  ],
];

describe('the row of a person', () => {
  it.each(changes)('opens nothing when %s, and is named', async (_, change) => {
    const ida = await server.register();
    await setUpTotp(server, ida);
    expect(await who(ida)).toMatchObject({ id: ida.user.id });
    expect(await named(ida.user.id)).toEqual([]);
    await forged(change(ida.user.id));
    expect(await who(ida)).toEqual(refused);
    expect(await named(ida.user.id)).toEqual([{ clientId: ida.user.id, table: 'person', key: ida.user.id }]);
  });

  it('refuses a password that was put there, and reports it once', async () => {
    const ida = await server.register();
    const logged = () => server.logged.filter((line) => line.includes('outside Atrium') && line.includes(ida.user.id));
    const known = 'the password of the thief';
    const otto = await server.register({ password: known });
    await forged(sql`
      update person set password_hash = (select password_hash from person where id = ${otto.user.id}) where id = ${ida.user.id}`);
    expect(await signIn(ida.user.email, known)).toBe('auth.under_review');
    expect(await signIn(ida.user.email, known)).toBe('auth.under_review');
    expect(logged()).toHaveLength(1);
    expect(await server.app.metrics.registry.metrics()).toMatch(/atrium_forged_rows_total\{table="person"\} \d+/);
  });

  it.each([
    ['blocked', sql`blocked_at = now()`, sql`blocked_at = null`],
    ['frozen', sql`frozen_at = now()`, sql`frozen_at = null`],
    ['closed', sql`closed_at = now(), blocked_at = now()`, sql`closed_at = null, blocked_at = null`],
  ])('who is %s cannot sign in by SQL', async (_, shut, open) => {
    const ida = await server.register();
    await server.db.run(sql`update person set ${shut} where id = ${ida.user.id}`);
    await forged(sql`update person set ${open} where id = ${ida.user.id}`);
    expect(await who(ida)).toEqual(refused);
    expect(await signIn(ida.user.email)).toBe('auth.under_review');
  });

  it('is not made good by honest changes that follow', async () => {
    const ida = await server.register();
    await forged(sql`update person set roles = '{client,admin}' where id = ${ida.user.id}`);
    const block = { client_id: ida.user.id, reason: 'under_inquiry' };
    expect((await server.call('POST /api/staff/clients/block', { as: admin, body: block })).status).toBe(200);
    const opened = await server.call('POST /api/staff/clients/unblock', { as: admin, body: block });
    expect(opened.status).toBe(200);
    const { token } = await server.app.db.tx((tx) =>
      issueToken(tx, server.app, {
        purpose: 'password_reset',
        clientId: ida.user.id,
        email: ida.user.email,
        lifetimeMs: 60_000,
      }),
    );
    const password = 'four quiet harbours';
    const reset = await server.call('POST /api/password/reset', {
      body: { token, password, password_confirmation: password },
      as: server.browser(),
    });
    expect(reset.status).toBe(200);
    expect(await signIn(ida.user.email, password)).toBe('auth.under_review');
    expect(await named(ida.user.id)).toHaveLength(1);
  });

  it('is good again once the operator of the server has accepted it, which is recorded', async () => {
    const ida = await server.register();
    expect(await acceptChange(server.app, ida.user.email)).toBe('intact');
    expect(await acceptChange(server.app, 'nobody@example.com')).toBe('unknown');
    await forged(sql`update person set email_verified_at = now() where id = ${ida.user.id}`);
    expect(await acceptChange(server.app, ida.user.email)).toBe('accepted');
    expect(await who(ida)).toEqual(refused);
    expect(await who(await server.signIn({ email: ida.user.email }))).toMatchObject({ id: ida.user.id });
    expect(await named(ida.user.id)).toEqual([]);
    const actions = await server.db.rows(sql`select action from audit_entry where client_id = ${ida.user.id}`);
    expect(actions).toEqual([{ action: 'staff.accept_change' }]);
  });

  it('that is older as a whole is not refused, and is named by the audit log', async () => {
    const ida = await server.register();
    const block = { client_id: ida.user.id, reason: 'under_inquiry' };
    const { before } = await server.db.one<{ before: object }>(sql`
      select to_jsonb(c) as before from person c where id = ${ida.user.id}`);
    expect((await server.call('POST /api/staff/clients/block', { as: admin, body: block })).status).toBe(200);
    await forged(sql`
      update person c set blocked_at = o.blocked_at, security_mac = o.security_mac
      from jsonb_populate_record(null::person, ${JSON.stringify(before)}::jsonb) o where c.id = ${ida.user.id}`);
    expect(await named(ida.user.id)).toEqual([]);
    const { findings } = await server.db.snapshot(verifyPeople);
    expect(findings).toContainEqual(expect.objectContaining({ clientId: ida.user.id, what: 'block' }));
  });
});

describe('an honest change', () => {
  it('of two at once leaves a row that is whole', async () => {
    const ida = await server.register();
    const touch = (change: Sql) =>
      server.app.db.tx(async (tx) => {
        await openPerson(tx, server.config, ida.user.id);
        await tx.run(sql`update person set ${change} where id = ${ida.user.id}`);
      });
    const at = server.clock.now();
    await Promise.all(
      Array.from({ length: 12 }, (_, index) =>
        touch(index % 2 ? sql`security_changed_at = ${at}` : sql`verification_level = ${index % 4}`),
      ),
    );
    expect(await who(ida)).toMatchObject({ id: ida.user.id });
  });

  it.each<{ change: string; before?: string }>([
    { change: "email = 'other-' || email" },
    { change: 'email_verified_at = now()' },
    { change: 'email_disputed_at = now()' },
    { change: 'confirms_first = true' },
    { change: "password_hash = 'other'" },
    { change: "roles = '{client,support}'" },
    { change: 'verification_level = 3' },
    { change: 'level_override = 0' },
    { change: 'blocked_at = now()' },
    { change: 'frozen_at = now()' },
    { change: 'closed_at = now()', before: "blocked_at = '2026-01-01'" },
    { change: 'second_factor_at = now()' },
    { change: 'security_changed_at = now()' },
  ])('does not commit where a path of the program omits the MAC: $change', async ({ change, before }) => {
    const ida = await server.register();
    if (before) await server.db.run(sql`update person set ${sql([before])} where id = ${ida.user.id}`);
    const read = (db: Queries) =>
      db.one<RowMac>(sql`select ${macColumns('person')} from person c where c.id = ${ida.user.id}`);
    const { content } = await read(owner);
    const forgetful = owner.tx(async (tx) => {
      await tx.run(sql`update person set ${sql([change])} where id = ${ida.user.id}`);
      expect((await read(tx)).content).not.toBe(content);
    });
    await expect(forgetful).rejects.toMatchObject({ constraint: 'person_has_mac' });
    expect(await named(ida.user.id)).toEqual([]);
  });

  it('needs none where nothing that is secured changes', async () => {
    const ida = await server.register();
    await server.app.db.run(sql`update person set phone = '+4930123456' where id = ${ida.user.id}`);
    expect(await who(ida)).toMatchObject({ phone: '+4930123456' });
  });
});

describe('a row that represents a person', () => {
  it('is no link of another person', async () => {
    const [ida, own] = [await server.register(), await server.register()];
    const token = await linkFor(own);
    await forged(sql`
      update one_time_token t set person_id = ${ida.user.id}, email = ${ida.user.email} where person_id = ${own.user.id}`);
    const opened = await server.call('GET /api/autologin/:token', { params: { token }, as: server.browser() });
    expect(opened.refusal.code).toBe('auth.token_unknown');
  });

  it('is no key with more scopes, or of another key', async () => {
    const keys = [newApiKey(server.config, 'test'), newApiKey(server.config, 'test')];
    const [weak, strong] = [newId(), newId()];
    const now = server.clock.now();
    await server.app.db.tx(async (tx) => {
      await tx.run(sql`
        insert into operator_key (id, name, scopes, created_by, created_at)
        values (${weak}, 'Weak', '{ipo:read}', ${admin.user.id}, ${now}), (${strong}, 'Strong', '{clients:read}', ${admin.user.id}, ${now})`);
      for (const [index, { hash, hint }] of keys.entries())
        await tx.run(sql`
          insert into operator_key_secret (hash, key_id, hint, created_at, created_by) values (${hash}, ${index === 0 ? weak : strong}, ${hint}, ${now}, ${admin.user.id})`);
      await signNewRow(tx, server.config, 'operator_key_secret', sql`s.key_id in (${weak}, ${strong})`);
    });
    const list = async (secret = '') =>
      (await server.call('GET /api/operator/v1/clients', { headers: { authorization: `Bearer ${secret}` } })).status;
    expect([await list(keys[0]?.secret), await list(keys[1]?.secret)]).toEqual([403, 200]);
    await forged(sql`update operator_key_secret set key_id = ${strong} where key_id = ${weak}`);
    expect(await list(keys[0]?.secret)).toBe(401);
    await forged(sql`update operator_key set scopes = '{clients:read,wallets:read}' where id = ${strong}`);
    expect(await list(keys[1]?.secret)).toBe(401);
    expect((await named(admin.user.id)).map(({ key }) => key)).toEqual(['Strong', 'Strong']);
  });

  it('is no passkey of another person', async () => {
    const [ida, own] = [await server.register(), await server.register()];
    const { device } = await setUpPasskey(server, own);
    const start = async () => (await server.call('POST /api/login/passkey', { body: {} })).body;
    const open = async () => {
      const started = await start();
      const passkey = device.sign(started, {
        userHandle: Buffer.from(ida.user.id.replaceAll('-', ''), 'hex').toString('base64url'),
      });
      return server.call('POST /api/login/passkey/verify', {
        as: server.browser(),
        body: { attempt: started.attempt, passkey },
      });
    };
    await forged(sql`update passkey set person_id = ${ida.user.id} where person_id = ${own.user.id}`);
    expect((await open()).refusal.code).toBe('auth.passkey');
    expect(await named(ida.user.id)).toMatchObject([{ table: 'passkey' }]);
  });

  it('is no email change of another person', async () => {
    const [ida, own] = [await server.register(), await server.register()];
    const email = 'thief-of-addresses@example.com';
    await server.call('POST /api/settings/email/request', { as: own, body: { email, current_password: own.password } });
    const token = await emailedToken(server, email);
    await forged(sql`update email_change set person_id = ${ida.user.id} where person_id = ${own.user.id}`);
    const confirmed = await server.call('POST /api/email/change/confirm', { body: { token }, as: server.browser() });
    expect(confirmed.refusal.code).toBe('auth.token_unknown');
    await forged(sql`update email_change set person_id = ${own.user.id} where person_id = ${ida.user.id}`);
    const honest = await server.call('POST /api/email/change/confirm', { body: { token }, as: server.browser() });
    expect(honest.body).toEqual({ status: 'ok' });
  });

  it('is no recovery code of another person', async () => {
    const [ida, own] = [await server.register(), await server.register()];
    const { recoveryCodes } = await setUpTotp(server, own);
    await setUpTotp(server, ida);
    await forged(
      sql`delete from recovery_code where person_id = ${ida.user.id}`,
      sql`update recovery_code set person_id = ${ida.user.id} where person_id = ${own.user.id}`,
    );
    const started = await server.call('POST /api/login', {
      body: { email: ida.user.email, password: goodPassword },
      as: server.browser(),
    });
    const { challenge } = started.body as { challenge: string };
    const response = () =>
      server.call('POST /api/login/second-factor', {
        as: server.browser(),
        body: { challenge, code: recoveryCodes[0] ?? '' },
      });
    expect((await response()).refusal.errors?.['code']?.[0]?.code).toBe('auth.code');
  });

  it('is no challenge of another person whom only the password guards', async () => {
    const [ida, own] = [await server.register(), await server.register()];
    const { code } = await setUpTotp(server, own);
    const started = await server.call('POST /api/login', {
      body: { email: own.user.email, password: goodPassword },
      as: server.browser(),
    });
    const { challenge } = started.body as { challenge: string };
    await forged(
      sql`update sign_in_challenge set person_id = ${ida.user.id} where person_id = ${own.user.id}`,
      sql`delete from totp where person_id = ${ida.user.id}`,
    );
    const response = await server.call('POST /api/login/second-factor', {
      as: server.browser(),
      body: { challenge, code: code() },
    });
    expect(response.refusal.code).toBe('auth.challenge_over');
  });
});

describe('a rotation of APP_SECRET', () => {
  it('re-signs what is intact, and skips what is not', async () => {
    const [ida, otto] = [await server.register(), await server.register()];
    await forged(sql`update person set roles = '{client,admin}' where id = ${otto.user.id}`);
    const next = readConfig({ APP_SECRET: 'another secret of the same installation' });
    const wrong = await server.app.db
      .tx(async (tx) => {
        await recomputeMacs(tx, server.config.appSecret, next.appSecret);
        const findings = await verifyMacs(tx, next);
        throw Object.assign(new Error('undone'), { findings });
      })
      .catch(({ findings }: { findings: { clientId: string }[] }) => findings.map(({ clientId }) => clientId));
    expect(wrong).toContain(otto.user.id);
    expect(wrong).not.toContain(ida.user.id);
  });
});

it('comes back from a backup with its MAC', async () => {
  const ida = await server.register();
  const { folder, drop, db } = await restored();
  const findings = await wrongIn(db);
  const { people } = await db.one<{ people: number }>(
    sql`select count(*)::int as people from person where id = ${ida.user.id}`,
  );
  await drop();
  rmSync(folder, { recursive: true });
  expect(people).toBe(1);
  expect(findings).not.toContain(`client ${ida.user.id}`);
  expect(findings).toEqual(await wrongIn(server.app.db));
});

/** Other tests of this file leave what is wrong; a restore may have it in another order. */
const wrongIn = async (db: Db) =>
  (await db.snapshot((tx) => verifyMacs(tx, server.config))).map(({ table, key }) => `${table} ${key}`).toSorted();

async function restored() {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-macs-'));
  const target = await emptyDatabase('');
  const archive = join(folder, 'saved.tar');
  await writeBackup({ url: server.ownerUrl, dataDir: join(folder, 'source'), atriumVersion: '0' }, archive);
  const migrations = resolve('migrations');
  await restoreBackup(archive, { url: target.url, dataDir: join(folder, 'target'), migrations, replace: false });
  return { ...target, folder };
}
