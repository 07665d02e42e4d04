import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeEach, expect, it, vi } from 'vitest';
import { superuser, testDatabase, type TestDatabase } from '#test/database.ts';
import { sql } from '../sql.ts';
import { bucketSettings, openBucketStandIn } from '#test/files/bucket.ts';
import { openBucket } from '../../files/storage/s3/bucket.ts';
import type { Manifest } from './archive.ts';
import { bucketPlace } from './places/bucket.ts';
import { nameOf } from './places/place.ts';
import { makeRecipient } from './recipient.ts';
import { testRestore } from './test-restore.ts';
import { writeBackup } from './write-backup.ts';

const folder = mkdtempSync(join(tmpdir(), 'atrium-proof-'));
const migrations = resolve('migrations');
let source: TestDatabase;

beforeEach(async () => void (source = await testDatabase()));
afterEach(() => source.drop());
/** The whole schema is built in each. */
vi.setConfig({ testTimeout: 120_000 });
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const trial = () => ({ scratch: { owner: source.url, admin: superuser }, dataDir: folder, migrations });
const prove = () => testRestore(trial());
/** One byte of it is another. */
const spoilt = (body: Buffer) => Buffer.from(body.map((byte, index) => (index === 5000 ? byte ^ 1 : byte)));
/** What a proof left behind. */
const left = async () => [
  ...readdirSync(folder),
  ...(await source.db.rows(sql`select datname from pg_database where datname = 'atrium_restore_proof'`)),
];

it('saves the database, restores it into one of its own, and leaves nothing', async () => {
  await prove();
  expect(await left()).toEqual([]);
});

it('fails with the reason when what is there cannot be restored', async () => {
  await source.db.run(sql`alter table job add column by_hand int`);
  await expect(prove()).rejects.toThrow('whose tables its migrations do not explain');
  expect(await left()).toEqual([]);
});

it('explains when the role may not create databases', async () => {
  const admin = async () => {
    const client = new pg.Client(source.url);
    await client.connect();
    return client;
  };
  const trying = testRestore({ ...trial(), scratch: { owner: source.url, admin } });
  await expect(trying).rejects.toThrow('may not create another one');
  expect(await left()).toEqual([]);
});

it('restores the newest backup of the bucket, and says what is wrong with it', { timeout: 360_000 }, async () => {
  const service = await openBucketStandIn();
  const limits = { answerMs: 60_000, silenceMs: 60_000 };
  const place = bucketPlace(openBucket(bucketSettings(service), limits), { prefix: '', dataDir: folder });
  const installation = 'a1b2c3d4e5f6';
  const at = new Date('2026-03-01T02:00:00Z');
  const later = (hours: number) => new Date(at.getTime() + hours * 3_600_000);
  const proveThere = (hours: number) => testRestore({ ...trial(), stored: { place, installation } }, later(hours));
  const save = async (hours: number, recipient?: string) => {
    const name = nameOf(later(hours), { installation, mark: 'abcdef', encrypted: recipient !== undefined });
    const from = { url: source.url, dataDir: join(folder, 'none'), atriumVersion: '1.2.3', recipient };
    await place.store(name, (archive) => writeBackup(from, archive));
    return name;
  };
  try {
    await expect(proveThere(1)).rejects.toThrow(
      'There is no whole backup of this installation in the bucket of backups.',
    );
    // A newer one of another installation, in the same place.
    const foreign = nameOf(later(60), { installation: 'ffffffffffff', encrypted: false });
    await place.store(foreign, async (file) => {
      writeFileSync(file, 'of another one');
      return {} as Manifest;
    });
    await expect(proveThere(1)).rejects.toThrow('There is no whole backup of this installation');
    const name = await save(0);
    await proveThere(1);
    expect(await place.lastProven(installation)).toBe(name);
    await expect(proveThere(49)).rejects.toThrow('none was made for two days');
    const part = service.objects.get(`backups/${name}.part-000000`)!;
    part.body = spoilt(part.body);
    await expect(proveThere(1)).rejects.toThrow('part 1 of 1 is not what was written');

    const key = join(folder, 'key');
    const encrypted = await save(2, makeRecipient(key));
    rmSync(key);
    await proveThere(3);
    expect(await place.lastProven(installation)).toBe(name);
    const cut = service.objects.get(`backups/${encrypted}.part-000000`)!;
    cut.body = spoilt(cut.body);
    await expect(proveThere(3)).rejects.toThrow('part 1 of 1 is not what was written');
    service.keepLying('failed');
    await expect(proveThere(3)).rejects.toThrow('The bucket of backups cannot be reached');
  } finally {
    await service.close();
  }
  expect(await left()).toEqual([]);
});
