import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openCluster } from './cluster.ts';
import { type OpenDatabase, openDatabase } from './embedded.ts';
import { reachServer } from './postmaster.ts';
import { sql } from '../sql.ts';

const log = { info() {}, warn() {}, error() {} };
const root = resolve(import.meta.dirname, '../../../../..');
let dataDir: string;

/** Open to every account, so that PostgreSQL may work inside it also when root runs the test. */
function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'atrium-embedded-'));
  chmodSync(folder, 0o755);
  return folder;
}

const open = (folder = dataDir) => openDatabase({ dataDir: folder }, log);
const pidFile = () => join(dataDir, 'postgres/postmaster.pid');
const serverPid = () => Number.parseInt(readFileSync(pidFile(), 'utf8'), 10);

async function withDatabase<T>(action: (database: OpenDatabase) => Promise<T>): Promise<T> {
  const database = await open();
  return action(database).finally(() => database.stop());
}

/** A second connection to the running server, as its own account. */
async function withSuperuser(action: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = await reachServer(await openCluster(dataDir, log), { durable: true });
  await action(client).finally(() => client.end());
}

/** Another Atrium process on the folder: prints "up", then a line for each row whose commit was confirmed. */
async function startAnother(folder = dataDir): Promise<{ child: ChildProcess; hasReply: () => number }> {
  const program = `
    import { openDatabase } from './src/server/platform/db/embedded/embedded.ts';
    import { sql } from './src/server/platform/db/sql.ts';
    const log = { info() {}, warn() {}, error() {} };
    const { db, stop } = await openDatabase({ dataDir: process.argv[1] }, log);
    let working = true;
    process.on('SIGTERM', () => (working = false));
    await db.run(sql\`create table if not exists answered (n bigint generated always as identity)\`);
    console.log('up');
    while (working) {
      await db.tx((tx) => tx.run(sql\`insert into answered default values\`));
      console.log('answered');
    }
    await stop();`;
  const child = spawn('node', ['--import', 'tsx', '--input-type=module', '-e', program, folder], { cwd: root });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
  const hasReply = () => output.split('answered\n').length - 1;
  await expect.poll(() => output, { timeout: 20_000 }).toContain('up');
  return { child, hasReply };
}

beforeAll(async () => {
  dataDir = newFolder();
  await withDatabase(({ db }) => db.run(sql`create table kept (text text)`));
});
afterAll(() => rmSync(dataDir, { recursive: true }));

test('it is durable, checked, in UTF-8 and UTC, off the network, and its role is no superuser', async () => {
  const settings = await withDatabase(({ db }) =>
    db.one(sql`
      select current_setting('fsync') as fsync, current_setting('synchronous_commit') as commit,
             current_setting('data_checksums') as checksums, current_setting('server_encoding') as encoding,
             current_setting('TimeZone') as zone, current_setting('listen_addresses') as network,
             current_setting('is_superuser') as superuser, lower('ÅÉ') as lower`),
  );
  expect(settings).toEqual({
    fsync: 'on',
    commit: 'on',
    checksums: 'on',
    encoding: 'UTF8',
    zone: 'UTC',
    network: '',
    superuser: 'off',
    lower: 'åé',
  });
  expect(existsSync(pidFile())).toBe(false);
});

test('each role has a password of its own, and the superuser has none', async () => {
  const read = (role: string) => readFileSync(join(dataDir, `postgres/${role}.password`), 'utf8');
  const [owner, serving] = [read('atrium'), read('atrium_serving')];
  expect(owner).not.toBe(serving);
  for (const role of ['atrium', 'atrium_serving'])
    expect(statSync(join(dataDir, `postgres/${role}.password`)).mode & 0o777).toBe(0o600);
  await withDatabase(async (database) => {
    const swapped = database.serving.replace(serving, owner);
    const { db, stop } = await openDatabase({ dataDir, databaseUrl: swapped }, log);
    await expect(db.rows(sql`select 1`)).rejects.toThrow('password authentication failed');
    await stop();
    await withSuperuser(async (client) => {
      expect(
        (await client.query('select rolname from pg_authid where rolcanlogin and rolpassword is null')).rows,
      ).toEqual([{ rolname: 'postgres' }]);
      const rules = await client.query('select user_name, auth_method from pg_hba_file_rules order by rule_number');
      expect(rules.rows).toEqual([
        { user_name: ['postgres'], auth_method: 'peer' },
        { user_name: ['all'], auth_method: 'scram-sha-256' },
      ]);
    });
  });
});

test('a cluster that had one password for all gets its own for each, also while its server runs', async () => {
  const shared = readFileSync(join(dataDir, 'postgres/atrium.password'), 'utf8');
  const cluster = await openCluster(dataDir, log);
  const admin = await reachServer(cluster, { durable: true });
  for (const role of ['postgres', 'atrium', 'atrium_serving'])
    await admin.query(`alter role ${role} password ${admin.escapeLiteral(shared)}`);
  rmSync(join(dataDir, 'postgres/atrium_serving.password'));
  writeFileSync(join(dataDir, 'postgres/pg_hba.conf'), 'local all all scram-sha-256\n');
  await admin.query('select pg_reload_conf()');
  await admin.end();
  await withDatabase(async ({ serving }) => {
    expect(serving).not.toContain(shared);
    await withSuperuser(async (client) => {
      const { rows } = await client.query(`
        select count(distinct rolpassword)::int as passwords from pg_authid where rolname in ('atrium', 'atrium_serving')
        union all select count(rolpassword)::int from pg_authid where rolname = 'postgres'`);
      expect(rows).toEqual([{ passwords: 2 }, { passwords: 0 }]);
    });
  });
});

test('a wrong password is refused', async () => {
  await withDatabase(async ({ owner: url }) => {
    const { db, stop } = await openDatabase({ dataDir, databaseUrl: url.replace(/:[^:@]+@/, ':wrong@') }, log);
    await expect(db.rows(sql`select 1`)).rejects.toThrow('password authentication failed');
    await stop();
  });
});

test('an answered write survives kill -9, and the folder is free at once', async () => {
  const { child, hasReply } = await startAnother();
  const orphan = serverPid();
  await expect.poll(hasReply).toBeGreaterThan(20);
  child.kill('SIGKILL');
  await once(child, 'exit');
  const notified = hasReply();
  await withDatabase(async ({ db }) => {
    expect(serverPid()).toBe(orphan);
    const { rows } = await db.one<{ rows: bigint }>(sql`select count(*) as rows from answered`);
    expect(Number(rows)).toBeGreaterThanOrEqual(notified);
    expect(Number(rows)).toBeLessThanOrEqual(notified + 1);
  });
  expect(existsSync(pidFile())).toBe(false);
});

test('a second process is refused with the name of the holder, the first works on', async () => {
  const { child, hasReply } = await startAnother();
  onTestFinished(() => void child.kill('SIGKILL'));
  await expect(open()).rejects.toThrow(
    /^Atrium already runs on the data in \S+ \(atrium process \d+\)\. Stop it first/,
  );
  const before = hasReply();
  await expect.poll(hasReply).toBeGreaterThan(before);
  const guest = await openDatabase({ dataDir }, log, { alongside: true });
  expect(await guest.db.one(sql`select count(*) > 0 as some from answered`)).toEqual({ some: true });
  await guest.stop();
  const later = hasReply();
  await expect.poll(hasReply).toBeGreaterThan(later);
  child.kill('SIGTERM');
  expect((await once(child, 'exit'))[0]).toBe(0);
});

test('two processes that start at the same instant: one has the folder, the other is refused', async () => {
  const fresh = newFolder();
  const [first, second] = await Promise.allSettled([open(fresh), open(fresh)]);
  const outcomes = [first, second].map(({ status }) => status).toSorted();
  expect(outcomes).toEqual(['fulfilled', 'rejected']);
  for (const outcome of [first, second]) if (outcome?.status === 'fulfilled') await outcome.value.stop();
  rmSync(fresh, { recursive: true });
});

test('a start that waits for a command to end gets the folder, although the command stops the server', async () => {
  const claims = sql`select count(*)::int as n from pg_stat_activity where application_name like 'atrium process%'`;
  for (;;) {
    const command = await openDatabase({ dataDir }, log, { alongside: true });
    const starting = open().catch((error: Error) => error);
    await expect.poll(() => command.db.one(claims), { interval: 5, timeout: 20_000 }).toEqual({ n: 2 });
    await command.stop();
    const started = await starting;
    // On a slow machine the command may end too late.
    if (started instanceof Error && started.message.startsWith('Atrium already runs')) continue;
    if (started instanceof Error) throw started;
    expect(await started.db.one(sql`select 1 as one`)).toEqual({ one: 1 });
    return started.stop();
  }
});

test('a start that cannot make its database leaves no server behind', async () => {
  const fresh = newFolder();
  const { folder } = await openCluster(fresh, log);
  writeFileSync(join(folder, 'postgresql.conf'), 'default_transaction_read_only = on\n', { flag: 'a' });
  await expect(open(fresh)).rejects.toThrow('read-only transaction');
  expect(existsSync(join(folder, 'postmaster.pid'))).toBe(false);
  rmSync(fresh, { recursive: true });
});

test('a database server that dies is started again under the running process', async () => {
  await withDatabase(async ({ db }) => {
    await db.run(sql`insert into kept values ('before')`);
    const dead = serverPid();
    process.kill(dead, 'SIGKILL');
    await expect.poll(() => existsSync(pidFile()) && serverPid(), { timeout: 20_000 }).not.toBe(dead);
    await expect
      .poll(() => db.rows(sql`select text from kept`).catch((error: Error) => error.message), { timeout: 20_000 })
      .toEqual([{ text: 'before' }]);
    const isClaimed = sql`select exists (select from pg_locks where locktype = 'advisory' and granted and objid = 1) as claimed`;
    await expect.poll(() => db.one(isClaimed), { timeout: 20_000 }).toEqual({ claimed: true });
    await expect(open()).rejects.toThrow('Atrium already runs');
  });
});

test('a database server that cannot start for a while, as on a full disk, is back once it can', async () => {
  const errors: string[] = [];
  const noting = { ...log, error: (_: object, message: string) => void errors.push(message) };
  const { db, stop } = await openDatabase({ dataDir }, noting);
  onTestFinished(() => stop());
  const settings = join(dataDir, 'postgres/postgresql.conf');
  const good = readFileSync(settings, 'utf8');
  writeFileSync(settings, `${good}\nno_such_setting = 1\n`);
  process.kill(serverPid(), 'SIGKILL');
  await expect.poll(() => errors, { timeout: 30_000 }).toContain('the database server does not start: trying again');
  await expect(db.rows(sql`select 1`)).rejects.toThrow('connect');
  writeFileSync(settings, good);
  await expect
    .poll(() => db.rows(sql`select 1 as one`).catch((error: Error) => error.message), { timeout: 30_000 })
    .toEqual([{ one: 1 }]);
});

test('the number of a dead server that a stranger got is no obstacle', async () => {
  // A process of the same account, because PostgreSQL itself recognises those of others.
  const { uid, gid } = statSync(join(dataDir, 'postgres'));
  const stranger = spawn('sleep', ['60'], { uid, gid });
  onTestFinished(() => void stranger.kill());
  writeFileSync(pidFile(), `${stranger.pid}\n${dataDir}/postgres\n1700000000\n5432\n\n\n`);
  expect(await withDatabase(({ db }) => db.one(sql`select 1 as n`))).toEqual({ n: 1 });
});

test('a path too long for a socket works all the same', async () => {
  const deep = join(newFolder(), 'a'.repeat(60), 'b'.repeat(60));
  const { db, owner: url, stop } = await open(deep);
  const socketFolder = decodeURIComponent(url.split('host=')[1]!);
  expect(socketFolder).not.toContain(deep);
  expect(await db.one(sql`select 1 as n`)).toEqual({ n: 1 });
  await stop();
  for (const folder of [resolve(deep, '../..'), socketFolder]) rmSync(folder, { recursive: true });
});

test('a link to data that are gone is not mistaken for a new installation', async () => {
  const moved = newFolder();
  symlinkSync(join(moved, 'elsewhere'), join(moved, 'postgres'));
  await expect(open(moved)).rejects.toThrow('is a link to');
  rmSync(moved, { recursive: true });
});
