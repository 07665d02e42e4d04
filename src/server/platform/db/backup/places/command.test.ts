import { execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { testDatabase, type TestDatabase } from '#test/database.ts';
import { backupEnv, openBucketStandIn, type BucketStandIn } from '#test/files/bucket.ts';
import { sql } from '../../sql.ts';
import { makeRecipient } from '../recipient.ts';

let service: BucketStandIn;
let source: TestDatabase;
let target: TestDatabase;
let folder: string;
let recipient: string;
/** A database is saved or restored whole in each. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });
const file = randomBytes(20_000_000);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'atrium-command-'));
  service = await openBucketStandIn({ pageSize: 2 });
  [source, target] = [await testDatabase(), await testDatabase()];
  for (const statement of [sql`drop schema public cascade`, sql`create schema public`]) await target.db.run(statement);
  mkdirSync(join(folder, 'from/files/ab'), { recursive: true });
  writeFileSync(join(folder, 'from/files/ab/file'), file);
  recipient = makeRecipient(join(folder, 'private.key'));
});
afterAll(async () => {
  await Promise.all([source.drop(), target.drop(), service.close()]);
  rmSync(folder, { recursive: true });
});

const node = (command: string) => ['--import', 'tsx', `src/server/cli/${command}.ts`];
const envOf = (database: TestDatabase, dataDir: string, over: Record<string, string> = {}) => ({
  PATH: process.env['PATH'],
  NODE_ENV: 'test',
  DATABASE_URL: database.url,
  DATA_DIR: join(folder, dataDir),
  BACKUP_RECIPIENT: recipient,
  ...backupEnv(service),
  ...over,
});
/** What a command prints, its refusal after it. */
const run = (command: string, words: string[], env: ReturnType<typeof envOf>) =>
  new Promise<string>((done) => {
    execFile(process.execPath, [...node(command), ...words], { env }, (_error, stdout, stderr) =>
      done(stdout + stderr),
    );
  });
const from = (over?: Record<string, string>) => envOf(source, 'from', over);

it('saves into the bucket and restores from it, whatever was killed in between', async () => {
  const saved = await run('backup', [], from());
  const [, name] = /^Saved and checked: bucket:(atrium-\S+Z-[0-9a-f]{12}-[0-9a-f]{6}\.tar\.encrypted)\n/.exec(
    saved,
  ) ?? [saved];
  expect(await run('backup', ['--list'], from())).toBe(`${name}\n`);

  // The second part of the next one never gets an answer, and its process is killed.
  const push = service.calls.push.bind(service.calls);
  const isStuck = new Promise<void>((stuck) => {
    service.calls.push = (...calls) => {
      if (!/^PUT .*part-000001/.test(calls[0] ?? '')) return push(...calls);
      service.keepLying('silent');
      stuck();
      return push(...calls);
    };
  });
  const killed = spawn(process.execPath, node('backup'), { env: from(), stdio: 'ignore' });
  const ended = new Promise((done) => killed.once('exit', (_code, signal) => done(signal)));
  await isStuck;
  killed.kill('SIGKILL');
  expect(await ended).toBe('SIGKILL');
  service.calls.push = push;
  service.beHonest();
  expect([...service.objects.keys()].filter((key) => !key.includes(name!))).toHaveLength(1);
  expect(await run('backup', ['--list'], from())).toBe(`${name}\n`);

  const to = envOf(target, 'to');
  expect(await run('restore', ['bucket:latest'], to)).toContain('is encrypted: name its private key with --key file.');
  const restored = await run('restore', ['--key', join(folder, 'private.key'), 'bucket:latest'], to);
  expect(restored).toContain(`Restored and compared: bucket:${name}\n`);
  expect(readFileSync(join(folder, 'to/files/ab/file')).equals(file)).toBe(true);
  const tables = ({ db }: TestDatabase) =>
    db.one(
      sql`select count(*)::int as tables, (select count(*)::int from schema_migration) as migrations from pg_tables where schemaname = 'public'`,
    );
  expect(await tables(target)).toEqual(await tables(source));
});

it('says in one sentence why the bucket cannot be used, before it reads the database', async () => {
  const wrong = { BACKUP_S3_SECRET_KEY: 'another-secret' };
  const sentence =
    'atrium: The bucket of backups refuses the key or settings of BACKUP_S3_…: the bucket answered 403 SignatureDoesNotMatch.\n';
  expect(await run('backup', [], from(wrong))).toBe(sentence);
  expect(await run('restore', ['bucket:latest'], from({ BACKUP_TARGET: 'folder' }))).toBe(
    'atrium: bucket:latest needs BACKUP_TARGET=s3 and the settings of the bucket.\n',
  );
});
