import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import fastify from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { superuser, testDatabase, type TestDatabase } from '#test/database.ts';
import { backupEnv, openBucketStandIn, type BucketStandIn } from '#test/files/bucket.ts';
import { readConfig } from '../../../config/config.ts';
import { systemClock } from '../../../clock.ts';
import { openJobs } from '../../../jobs.ts';
import { openLog } from '../../../monitoring/log.ts';
import { sql } from '../../sql.ts';
import { installationMark } from '../own-backups.ts';
import { openPlace } from '../places/open-place.ts';
import { installationIn, timeOf } from '../places/place.ts';
import { scheduleBackups } from './jobs.ts';
import { watchBackups } from './watch.ts';

/** A database is saved or restored whole in each, by a process of its own. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 120_000 });

/** It is due since then, and for most of a day not again. */
const anHourAgo = new Date(Date.now() - 3_600_000).toISOString().slice(11, 16);
const secretKey = 'a-secret-that-nothing-may-name';
let service: BucketStandIn;
let database: TestDatabase;
let dataDir: string;
let logged: string[];
beforeEach(async () => {
  service = await openBucketStandIn({ pageSize: 3 });
  database = await testDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'atrium-schedule-'));
  logged = [];
});
afterEach(async () => {
  vi.unstubAllEnvs();
  await Promise.all([database.drop(), service.close()]);
  rmSync(dataDir, { recursive: true });
});

const stop: (() => Promise<unknown>)[] = [];
afterEach(() => Promise.all(stop.splice(0).map((each) => each())));

/** One instance, whose settings the command has from the environment, as it has them from a real one. */
function instance(over: Record<string, string> = {}) {
  const env = { DATABASE_URL: database.url, DATA_DIR: dataDir, BACKUP_AT: anHourAgo, ...over };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  const config = readConfig({ NODE_ENV: 'test', ...env });
  const { db } = database;
  const log = openLog('trace', { write: (line) => void logged.push(line) });
  const http = fastify();
  const jobs = openJobs({ db, log, clock: systemClock }, { pauseMs: 5 });
  const backups = watchBackups({ db, config, log });
  const scratch = { owner: database.url, admin: superuser };
  scheduleBackups({ jobs, config, db, log, http }, { folder: resolve('.'), scratch, backups });
  stop.push(async () => {
    await http.close();
    await jobs.stop();
  });
  return { config, jobs, http, backups, place: openPlace(config) };
}

it('backs up once for three instances, and restores that one as a test', async () => {
  const three = [1, 2, 3].map(() => instance(backupEnv(service)));
  const [{ jobs, place, backups }] = three as [(typeof three)[0]];
  expect(backups?.ages()).toBeUndefined();
  for (const each of three) each.jobs.start();
  const isDone = () =>
    database.db.one<{ yes: boolean }>(
      sql`select count(*) > 0 as yes from job where name = 'platform.back_up' and last_done_at is not null`,
    );
  await expect.poll(isDone, { timeout: 240_000 }).toEqual({ yes: true });
  for (const each of three) await each.jobs.stop();

  const mark = await installationMark(database.db);
  const [made, ...more] = await place.list();
  expect([made && installationIn(made.name), more]).toEqual([mark, []]);
  // It is due no more, in whichever instance.
  for (const each of three) await each.jobs.run('platform.back_up');
  expect(await place.list()).toHaveLength(1);

  expect(backups?.ages()).toEqual({ newestAt: timeOf(made!.name), provenAt: null });
  await jobs.run('platform.test_restore');
  expect(await place.lastProven(mark)).toBe(made!.name);
  expect(backups?.ages()).toEqual({ newestAt: timeOf(made!.name), provenAt: timeOf(made!.name) });
  expect(readdirSync(dataDir)).toEqual([]);
});

it('leaves no backup when it is stopped in the middle, and makes the next one whole', async () => {
  const { jobs, http, place, backups } = instance(backupEnv(service));
  const push = service.calls.push.bind(service.calls);
  const isStuck = new Promise<void>((stuck) => {
    service.calls.push = (...calls) => {
      if (/^PUT .*part-000000/.test(calls[0] ?? '')) {
        service.keepLying('silent');
        stuck();
      }
      return push(...calls);
    };
  });
  const running = jobs.run('platform.back_up').catch((error: Error) => error.message);
  await isStuck;
  await http.close();
  service.calls.push = push;
  service.beHonest();
  expect(await running).toBe('Atrium was stopped during the backup.');
  expect(await place.list()).toEqual([]);
  await expect(jobs.run('platform.back_up')).rejects.toThrow('Atrium stops, so no backup is made.');

  await instance(backupEnv(service)).jobs.run('platform.back_up');
  expect(await place.list()).toHaveLength(1);
  await backups?.look();
  expect(backups?.ages()?.newestAt).toEqual(timeOf((await place.list())[0]!.name));
});

it('fails with the sentence of the command, and keeps what it knew of the place', async () => {
  const { jobs, backups, place } = instance({ BACKUP_RECIPIENT: '' });
  await jobs.run('platform.back_up');
  const ages = backups?.ages();
  expect([await place.list(), ages?.newestAt]).toEqual([[expect.anything()], expect.any(Date)]);

  const wrong = instance({ ...backupEnv(service), BACKUP_S3_SECRET_KEY: secretKey });
  const sentence =
    'The bucket of backups refuses the key or settings of BACKUP_S3_…: the bucket answered 403 SignatureDoesNotMatch.';
  await expect(wrong.jobs.run('platform.back_up')).rejects.toThrow(sentence);
  await wrong.backups?.look();
  expect(wrong.backups?.ages()).toBeUndefined();
  expect(logged.join('')).toContain('the age of the newest backup is unknown');

  rmSync(join(dataDir, 'backups'), { recursive: true });
  const address = database.url.replace(/\/[^/?]*(?=\?|$)/, '/there_is_none');
  const broken = instance({ BACKUP_TARGET: 'folder', DATABASE_URL: address });
  await expect(broken.jobs.run('platform.back_up')).rejects.toThrow('there_is_none');
  expect(logged.join('')).not.toContain(secretKey);
});

it('does nothing without a time of day', () => {
  const { jobs, backups } = instance({ BACKUP_AT: '' });
  expect([jobs.list().map(({ name }) => name), backups]).toEqual([['platform.test_restore'], undefined]);
});
