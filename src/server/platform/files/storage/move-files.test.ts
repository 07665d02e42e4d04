import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { sql } from '#server/platform/db/sql.ts';
import { bucketEnv, filesIn, openBucketStandIn, whenClaimed, type BucketStandIn } from '#test/files/bucket.ts';
import { moveCommand } from '#test/files/move-command.ts';
import { openedBy, pdf, storedOnDisk, upload } from '#test/files/upload.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { countFiles, moveFiles } from './move-files.ts';
import { openStores } from './open-stores.ts';

let service: BucketStandIn;
let server: TestServer;
let ida: Session;
const ids: string[] = [];
beforeAll(async () => {
  service = await openBucketStandIn({ pageSize: 3 });
  server = await startServer({ env: { ...bucketEnv(service), FILE_STORE: 'disk' } });
  await whenClaimed(service);
  ida = await server.register();
  for (let count = 0; count < 8; count++) ids.push((await upload(server, ida, pdf())).file.id);
});
afterEach(() => service.beHonest());
afterAll(async () => {
  await server.close();
  await service.close();
});

/** From the disk to the bucket, or back. */
const move = (kind: 's3' | 'disk', onMoved?: (moved: number) => void) => {
  const { present: to, former: from } = openStores({
    ...server.config,
    fileStore: { ...server.config.fileStore, kind },
  });
  const run = { db: server.db, from: from!, to, secret: server.config.appSecret };
  return moveFiles(onMoved ? { ...run, onMoved } : run);
};
const all = async () => (await Promise.all(ids.map((id) => openedBy(server, ida, id)))).map(({ status }) => status);
const ok = Array.from({ length: 8 }, () => 200);
const onDisk = async () => (await storedOnDisk(server)).length;

it('moves files into the bucket and back, and serves them all the while', async () => {
  expect([await onDisk(), filesIn(service).length]).toEqual([8, 0]);
  const seen: number[][] = [];
  const looking: Promise<unknown>[] = [];
  const look = () => void looking.push(all().then((statuses) => seen.push(statuses)));
  expect(await move('s3', look)).toEqual({ moved: 8, damaged: [] });
  expect([await onDisk(), filesIn(service).length]).toEqual([0, 8]);
  expect(await move('s3')).toEqual({ moved: 0, damaged: [] });
  expect(await move('disk', look)).toEqual({ moved: 8, damaged: [] });
  expect([await onDisk(), filesIn(service).length]).toEqual([8, 0]);
  await Promise.all(looking);
  expect(seen).toEqual(Array.from({ length: 16 }, () => ok));
});

it.each(['s3', 'disk'] as const)('goes on after an interruption: %s', async (kind) => {
  const interrupted = move(kind, (moved) => {
    if (moved === 3) throw new Error('killed');
  });
  await expect(interrupted).rejects.toThrow('killed');
  expect([await onDisk(), filesIn(service).length]).toEqual(kind === 's3' ? [5, 3] : [3, 5]);
  expect(await all()).toEqual(ok);
  expect(await move(kind)).toEqual({ moved: 5, damaged: [] });
  expect(await all()).toEqual(ok);
});

it('takes away nothing that did not arrive whole', async () => {
  service.lie('shortens');
  await expect(move('s3')).rejects.toThrow('the bucket does not hold what it was given');
  service.keepLying('failed');
  await expect(move('s3')).rejects.toThrow('the bucket answered 500');
  expect(await onDisk()).toBe(8);
  service.beHonest();
  expect(await move('s3')).toEqual({ moved: 8, damaged: [] });
  service.lie('cut_off', 'other_bytes');
  const { moved, damaged } = await move('disk');
  expect([moved, damaged.length]).toEqual([7, 1]);
  expect(await move('disk')).toEqual({ moved: 1, damaged: [] });
});

it('keeps the disk in use while the bucket is away', async () => {
  service.keepLying('failed');
  expect(await all()).toEqual(ok);
  const { status, file } = await upload(server, ida, pdf());
  expect([status, (await openedBy(server, ida, file.id)).status]).toEqual([200, 200]);
  expect((await server.call('POST /api/files/remove', { as: ida, body: { id: file.id } })).status).toBe(200);
  expect(await onDisk()).toBe(8);
});

it('replaces what an interrupted run has left in the other place', async () => {
  service.objects.set(`files/${ids[0]}`, { body: Buffer.from('half'), changedAt: new Date() });
  expect((await move('s3')).moved).toBe(8);
  expect(await all()).toEqual(ok);
  expect((await move('disk')).moved).toBe(8);
});

it('names a damaged file and leaves it where it is', async () => {
  const [path = ''] = await storedOnDisk(server);
  const id = path.slice(-36);
  const whole = await readFile(path);
  await writeFile(path, whole.subarray(0, -1));
  const { moved, damaged } = await move('s3');
  expect([moved, damaged.map((each) => each.id), await onDisk()]).toEqual([7, [id], 1]);
  await writeFile(path, whole);
});

it('is a command that says how many are left', { timeout: 120_000 }, async () => {
  const run = (...words: string[]) => moveCommand(server, service, ...words);
  expect(await run('--check')).toBe('atrium: 1 files are still to be moved to the bucket\n');
  expect(await run()).toBe('1 files moved to the bucket, each compared with its row\n');
  expect(await run('--check')).toBe('No file is left to be moved to the bucket\n');
  expect(await countFiles(server.db, openStores(server.config).bucket!)).toBe(8);
  await server.db.run(sql`select pg_advisory_lock(hashtext('atrium move files'))`);
  expect(await run()).toBe('atrium: Another bin/move-files runs: wait for it to end.\n');
  await server.db.run(sql`select pg_advisory_unlock_all()`);
});
