import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { sql } from '#server/platform/db/sql.ts';
import { buildApp } from '#server/start.ts';
import { bucketEnv, filesIn, marker, openBucketStandIn, whenClaimed, type BucketStandIn } from '#test/files/bucket.ts';
import { openedBy, png, storedOnDisk, upload } from '#test/files/upload.ts';
import { startServer, type Session, type TestServer } from '#test/server.ts';
import { sweepFiles } from './remove-file.ts';
import { once } from './storage/store.ts';
import { FileStoreTrouble } from './storage/trouble.ts';
import { verifyFiles } from './verify.ts';

let service: BucketStandIn;
let server: TestServer;
let ida: Session;
beforeAll(async () => {
  service = await openBucketStandIn();
  server = await startServer({ env: bucketEnv(service) });
  await whenClaimed(service);
  ida = await server.register();
});
afterEach(() => service.beHonest());
afterAll(async () => {
  await server.close();
  await service.close();
});

const keyOf = (id: string) => `files/${id}`;
const verify = () => verifyFiles(server.db, server.app.files.store, server.config.appSecret);

describe('files in a bucket', () => {
  it('are encrypted there, and leave nothing on the disk', async () => {
    const content = await png();
    const { status, file } = await upload(server, ida, content);
    expect(status).toBe(200);
    const object = service.objects.get(keyOf(file.id))!;
    expect(object.body.subarray(0, 8).toString()).toBe('ATRFILE1');
    expect(await storedOnDisk(server)).toEqual([]);
    const opened = await openedBy(server, ida, file.id);
    const [head, tail] = [opened.content.subarray(0, 16), opened.content.subarray(-16)];
    expect(head.toString('latin1')).toContain('PNG');
    expect([head, tail].filter((part) => object.body.includes(part))).toEqual([]);
    expect([opened.status, opened.content.length]).toEqual([200, file.size]);
    expect(await verify()).toEqual({ whole: 1 });
    await server.call('POST /api/files/remove', { as: ida, body: { id: file.id } });
    expect(filesIn(service)).toEqual([]);
  });

  it('of a refused upload are not there', async () => {
    expect((await upload(server, ida, Buffer.from('MZ no picture'))).refusal.code).toBe('files.type');
    expect([filesIn(service), await storedOnDisk(server)]).toEqual([[], []]);
  });

  it('without a row are swept after a day, and only ours', async () => {
    const [stray, fresh] = [newId(), newId()];
    const { file } = await upload(server, ida, await png());
    for (const id of [stray, fresh]) await server.app.files.store.put(id, once(Buffer.from('x')));
    const old = new Date(Date.now() - 25 * 3_600_000);
    for (const id of [stray, file.id]) service.objects.get(keyOf(id))!.changedAt = old;
    service.objects.set('files/readme.txt', { body: Buffer.from('theirs'), changedAt: old });
    await sweepFiles(server.app);
    expect(filesIn(service).toSorted()).toEqual([keyOf(fresh), keyOf(file.id), 'files/readme.txt'].toSorted());
    await server.call('POST /api/files/remove', { as: ida, body: { id: file.id } });
    for (const key of filesIn(service)) service.objects.delete(key);
  });

  it('are served by an instance that shares nothing else, and that clears its own disk', async () => {
    const { file } = await upload(server, ida, await png());
    const dataDir = await mkdtemp(join(tmpdir(), 'atrium-other-'));
    const left = join(dataDir, 'files/incoming', newId());
    await mkdir(join(dataDir, 'files/incoming'), { recursive: true });
    await writeFile(left, 'half an upload');
    await utimes(left, 0, Date.now() / 1000 - 25 * 3600);
    const { db, log, clock } = server.app;
    const config = { ...server.config, dataDir };
    const other = await buildApp({ config, db, log, clock, folder: process.cwd(), pages: false });
    const url = await other.http.listen({ port: 0, host: '127.0.0.1' });
    const opened = await openedBy({ url }, ida, file.id);
    expect([opened.status, opened.content.length]).toEqual([200, file.size]);
    await expect.poll(() => existsSync(left)).toBe(false);
    await other.http.close();
    await rm(dataDir, { recursive: true });
  });
});

describe('a bucket that is away', () => {
  it.each(['failed', 'reset'] as const)('refuses files for a while, and nothing else: %s', async (lie) => {
    const { file } = await upload(server, ida, await png());
    const before = [...service.objects.keys()];
    service.keepLying(lie);
    const sent = await upload(server, ida, await png());
    expect([sent.status, sent.refusal.code, sent.refusal.params]).toEqual([
      503,
      'http.unavailable',
      { seconds: 30, minutes: 1 },
    ]);
    const opened = await openedBy(server, ida, file.id);
    expect([opened.status, opened.headers.get('retry-after')]).toEqual([503, '30']);
    expect(opened.content.toString()).toContain('We can’t reach our records right now.');
    expect(await storedOnDisk(server)).toEqual([]);
    const ready = await fetch(`${server.url}/readyz`);
    expect([ready.status, await ready.json()]).toMatchObject([200, { status: 'ready' }]);
    expect((await server.call('POST /api/client-info', { as: ida })).status).toBe(200);
    await expect(verify()).rejects.toThrow(FileStoreTrouble);
    const rows = await server.db.rows(sql`select from file where deleted_at is null`);
    service.beHonest();
    expect([...service.objects.keys()]).toEqual(before);
    expect((await openedBy(server, ida, file.id)).status).toBe(200);
    expect(await verify()).toEqual({ whole: rows.length });
  });

  it('is counted and logged without the key to it', async () => {
    const metrics = await (await fetch(`${server.url}/metrics`)).text();
    expect(metrics).toMatch(/atrium_file_store_trouble_total\{reason="away"\} [1-9]/);
    expect(metrics).toContain('atrium_file_store_trouble_total{reason="refused"} 0');
    const lines = server.logged.join('');
    expect(lines).toContain('the bucket answered 500 InternalError');
    for (const secret of [service.keys.secretKey, service.keys.accessKey, 'AWS4-HMAC'])
      expect(lines).not.toContain(secret);
  });

  it('does not keep a client from deleting a file', async () => {
    const { file } = await upload(server, ida, await png());
    service.keepLying('failed');
    expect((await server.call('POST /api/files/remove', { as: ida, body: { id: file.id } })).status).toBe(200);
    service.beHonest();
    expect((await openedBy(server, ida, file.id)).status).toBe(404);
    service.objects.get(keyOf(file.id))!.changedAt = new Date(Date.now() - 25 * 3_600_000);
    await server.app.jobs.run('platform.sweep_files');
    expect(service.objects.has(keyOf(file.id))).toBe(false);
  });

  it('is asked once whose it is, however many files are removed together', async () => {
    const files = [];
    for (let nth = 0; nth < 3; nth += 1) files.push((await upload(server, ida, await png())).file);
    await server.db.run(
      sql`update file set created_at = created_at - interval '2 days' where id = any(${files.map(({ id }) => id)}::uuid[])`,
    );
    service.calls.length = 0;
    await server.app.jobs.run('platform.sweep_files');
    const calls = (start: string) => service.calls.filter((call) => call.startsWith(start));
    expect(calls('DELETE').length).toBeGreaterThanOrEqual(files.length);
    for (const { id } of files) expect(service.objects.has(keyOf(id))).toBe(false);
    // Before the sweep, and before the content of what it found is removed.
    expect(calls('GET').filter((call) => call.includes(marker))).toHaveLength(2);
  });

  it('gives no other bytes than were stored', async () => {
    const { file } = await upload(server, ida, await png());
    service.lie('other_bytes');
    expect((await openedBy(server, ida, file.id)).status).toBe(500);
    service.lie('missing');
    expect((await openedBy(server, ida, file.id)).status).toBe(200);
    service.keepLying('other_bytes');
    expect(await verify()).toMatchObject({ breach: { why: expect.stringContaining('unknown format') } });
  });

  it('does not keep the product from starting, and says why', async () => {
    const config = { ...bucketEnv(service), S3_SECRET_KEY: 'another-secret' };
    const other = await startServer({ env: config });
    await expect.poll(() => other.logged.join('')).toContain('the bucket answered 403 SignatureDoesNotMatch');
    expect((await fetch(`${other.url}/readyz`)).status).toBe(200);
    const { refusal } = await upload(other, await other.register(), await png());
    expect(refusal.code).toBe('http.unavailable');
    await other.close();
  });
});
