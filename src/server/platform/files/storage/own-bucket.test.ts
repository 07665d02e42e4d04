import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { buildApp } from '#server/start.ts';
import { bucketEnv, filesIn, marker, openBucketStandIn, whenClaimed, type BucketStandIn } from '#test/files/bucket.ts';
import { moveCommand } from '#test/files/move-command.ts';
import { openedBy, png, upload } from '#test/files/upload.ts';
import { startServer, type TestServer } from '#test/server.ts';
import { installationOf, requireOwnBucket } from './own-bucket.ts';

let service: BucketStandIn;
let one: TestServer;
let two: TestServer;
beforeAll(async () => {
  service = await openBucketStandIn();
  one = await startServer({ env: bucketEnv(service) });
  await whenClaimed(service);
  two = await startServer({ env: bucketEnv(service) });
});
afterEach(async () => {
  service.beHonest();
  for (const key of filesIn(service)) service.objects.delete(key);
  await one.app.files.bucket!.takeOver(await installationOf(one.db));
});
afterAll(async () => {
  await two.close();
  await one.close();
  await service.close();
});

/** Content that no row knows, and that is old enough to be removed. */
function stray(): string {
  const key = `files/${newId()}`;
  service.objects.set(key, { body: Buffer.from('x'), changedAt: new Date(Date.now() - 25 * 3_600_000) });
  return key;
}
const sweep = ({ app }: Pick<TestServer, 'app'>) => app.jobs.run('platform.sweep_files');
const require = ({ db, app }: TestServer, bucket = app.files.bucket!) => requireOwnBucket(db, bucket);
const refusal = async (refused: TestServer, owner: TestServer) =>
  `the bucket and its prefix belong to another installation (database ${await installationOf(owner.db)}, this one is ` +
  `${await installationOf(refused.db)}), so nothing is removed there: give this one its own prefix, or run ` +
  'bin/move-files --take-over if it replaces the other';

async function expectRefused(
  refused: TestServer,
  owner: TestServer,
  action: () => Promise<unknown> = () => sweep(refused),
): Promise<void> {
  const sentence = await refusal(refused, owner);
  await expect(action()).rejects.toThrow(sentence);
}

describe('two installations on one bucket', () => {
  it('remove nothing of each other, and the second says why', async () => {
    const key = stray();
    const sentence = await refusal(two, one);
    await expect.poll(() => two.logged.join('')).toContain(sentence);
    await expect(sweep(two)).rejects.toThrow(sentence);
    expect(filesIn(service)).toEqual([key]);
    await sweep(one);
    expect(filesIn(service)).toEqual([]);
  });

  it('both store and read; what the second deletes loses its key and stays', async () => {
    const ida = await two.register();
    const { file } = await upload(two, ida, await png());
    expect((await openedBy(two, ida, file.id)).status).toBe(200);
    expect((await two.call('POST /api/files/remove', { as: ida, body: { id: file.id } })).status).toBe(200);
    expect((await openedBy(two, ida, file.id)).status).toBe(404);
    expect(filesIn(service)).toEqual([`files/${file.id}`]);
  });

  it('change places by a command', { timeout: 120_000 }, async () => {
    const key = stray();
    const run = (...words: string[]) => moveCommand(two, service, ...words);
    expect(await run()).toBe(`atrium: ${await refusal(two, one)}\n`);
    expect(await run('--take-over')).toBe('The bucket and its prefix belong to this installation now\n');
    await expectRefused(one, two);
    expect(filesIn(service)).toEqual([key]);
    await sweep(two);
    expect(filesIn(service)).toEqual([]);
  });
});

it('two instances of one installation both remove', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'atrium-other-'));
  const { db, log, clock } = one.app;
  const config = { ...one.config, dataDir };
  const other = await buildApp({ config, db, log, clock, folder: process.cwd(), pages: false });
  for (const app of [other, one.app]) {
    stray();
    await sweep({ app });
    expect(filesIn(service)).toEqual([]);
  }
  await other.http.close();
  await rm(dataDir, { recursive: true, force: true });
});

describe('two first installations at once', () => {
  /** The second writes its marker between the look and the writing of the first. */
  async function race() {
    service.objects.delete(marker);
    const bucket = one.app.files.bucket!;
    const claim = async (name: string) => {
      expect(await require(two)).toBe(false);
      await bucket.claim(name);
    };
    return require(one, { ...bucket, claim });
  }

  it('leave the bucket to the first that wrote', async () => {
    const key = stray();
    await expectRefused(one, two, race);
    await expectRefused(one, two);
    expect(filesIn(service)).toEqual([key]);
    expect(await require(two)).toBe(true);
  });

  it.each(['no_condition', 'refuses_condition'] as const)(
    'leave it to the last where conditions do not hold, and remove nothing before that is certain: %s',
    async (lie) => {
      const key = stray();
      service.keepLying(lie);
      expect(await race()).toBe(false);
      await expectRefused(two, one);
      expect(filesIn(service)).toEqual([key]);
      expect(await require(one)).toBe(true);
    },
  );

  it('remove nothing in the run that writes the marker', async () => {
    const key = stray();
    service.objects.delete(marker);
    await sweep(one);
    expect(filesIn(service)).toEqual([key]);
    await sweep(one);
    expect(filesIn(service)).toEqual([]);
  });
});

describe('a bucket that lies about whose it is', () => {
  it.each([
    ['missing', 'the bucket does not keep whose it is'],
    ['other_bytes', `the object ${marker} does not say whose bucket this is`],
    ['failed', 'the bucket answered 500'],
  ] as const)('is not swept by its own installation either: %s', async (lie, message) => {
    const key = stray();
    service.keepLying(lie);
    await expect(sweep(one)).rejects.toThrow(message);
    expect(filesIn(service)).toEqual([key]);
  });

  it.each([
    ['forgets', 'the bucket does not keep whose it is'],
    ['shortens', `the object ${marker} does not say whose bucket this is`],
  ] as const)('is not swept when it %s the marker', async (lie, message) => {
    const key = stray();
    service.objects.delete(marker);
    service.lie(lie);
    await expect(sweep(one)).rejects.toThrow(message);
    expect(filesIn(service)).toEqual([key]);
  });

  it('does not pass to another for one answer without the marker', async () => {
    const key = stray();
    service.lie('missing');
    await expectRefused(two, one);
    expect(filesIn(service)).toEqual([key]);
    await sweep(one);
    expect(filesIn(service)).toEqual([]);
  });

  it('keeps what it says when the answer to the marker is lost', async () => {
    service.objects.delete(marker);
    service.lie('reset');
    expect(await require(one)).toBe(false);
    expect(await require(one)).toBe(true);
  });
});
