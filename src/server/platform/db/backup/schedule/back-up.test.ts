import { randomBytes } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { bucketSettings, openBucketStandIn, type BucketStandIn } from '#test/files/bucket.ts';
import { movableClock } from '../../../clock.ts';
import { openBucket } from '../../../files/storage/s3/bucket.ts';
import type { Manifest } from '../archive.ts';
import { bucketPlace } from '../places/bucket.ts';
import { folderPlace } from '../places/folder.ts';
import { nameOf, type BackupPlace } from '../places/place.ts';
import { backUp } from './back-up.ts';

const [ours, foreign] = ['a1b2c3d4e5f6', '0f1e2d3c4b5a'];
const [hourMs, dayMs] = [3_600_000, 86_400_000];
const start = new Date('2026-03-01T04:00:00Z');
let service: BucketStandIn;
let folder: string;
beforeAll(async () => void (service = await openBucketStandIn()));
beforeEach(() => void (folder = mkdtempSync(join(tmpdir(), 'atrium-back-up-'))));
afterAll(() => service.close());
afterEach(() => {
  service.beHonest();
  service.objects.clear();
  rmSync(folder, { recursive: true });
});

const limits = { answerMs: 20_000, silenceMs: 20_000 };
const places: [string, () => BackupPlace][] = [
  ['a folder', () => folderPlace(folder)],
  [
    'a bucket',
    () => bucketPlace(openBucket(bucketSettings(service), limits), { prefix: '', dataDir: folder, bytes: 10 }),
  ],
];

describe.each(places)('in %s', (_where, open) => {
  const clock = movableClock(start);
  let made = 0;
  let place: BackupPlace;
  beforeEach(() => {
    clock.advance(start.getTime() - clock.now().getTime());
    made = 0;
    place = open();
  });
  const store = async (at: Date, installation = ours) => {
    const name = nameOf(at, { installation, mark: randomBytes(3).toString('hex'), encrypted: false });
    await place.store(name, async (file) => {
      writeFileSync(file, 'the content of a backup');
      return {} as Manifest;
    });
    return name;
  };
  const make = async () => {
    made += 1;
    await store(clock.now());
  };
  const run = (since: Date, over: Partial<Parameters<typeof backUp>[0]> = {}) => {
    const keep = { daily: 2, weekly: 0, monthly: 0 };
    return backUp({ place, installation: ours, keep, make, now: async () => clock.now(), ...over }, since);
  };
  const names = async () => (await place.list()).map(({ name }) => name);
  const days = async () => (await names()).map((name) => name.slice(7, 17));

  it('makes one for each day and keeps what the policy says', async () => {
    for (let day = 0; day < 4; day += 1) {
      await run(clock.now());
      clock.advance(dayMs);
    }
    expect([made, await days()]).toEqual([4, ['2026-03-04', '2026-03-03']]);
  });

  it('makes no second one when it is repeated, and goes on with what it had not removed', async () => {
    for (const day of [1, 2, 3]) await store(new Date(start.getTime() - day * dayMs));
    const remove = place.remove;
    place.remove = () => Promise.reject(new Error('broken off'));
    await expect(run(start)).rejects.toThrow('broken off');
    place.remove = remove;
    clock.advance(hourMs);
    const { removed } = await run(start);
    expect([made, removed.length, await days()]).toEqual([1, 2, ['2026-03-01', '2026-02-28']]);
    expect((await run(start)).removed).toEqual([]);
  });

  it('makes the next one where the last run was broken off in the middle', async () => {
    await expect(run(start, { make: () => Promise.reject(new Error('killed')) })).rejects.toThrow('killed');
    expect(await names()).toEqual([]);
    await run(start);
    expect([made, await days()]).toEqual([1, ['2026-03-01']]);
  });

  it('believes no command that made none', async () => {
    await store(new Date(start.getTime() - dayMs));
    for (let day = 2; day < 9; day += 1) await store(new Date(start.getTime() - day * dayMs));
    await expect(run(start, { make: async () => {} })).rejects.toThrow('no new whole backup is in');
    expect(await names()).toHaveLength(8);
  });

  it('leaves another installation and what is no backup alone', async () => {
    const others: string[] = [];
    for (const day of [0, 1, 2, 3]) others.push(await store(new Date(start.getTime() - day * dayMs), foreign));
    others.push(await store(new Date(start.getTime() - 90 * dayMs), ''));
    await place.noteProven(others[0]!);
    const strange = ['notes.txt', `${nameOf(start, { installation: ours, encrypted: false })}.unfinished-x`];
    for (const name of strange) writeFileSync(join(folder, name), '');
    await run(start);
    clock.advance(3 * dayMs);
    for (let day = 0; day < 3; day += 1) {
      await run(clock.now());
      clock.advance(dayMs);
    }
    const left = await names();
    expect(left.filter((name) => others.includes(name))).toHaveLength(5);
    expect([made, left.length]).toEqual([4, 7]);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(strange));
  });

  it('keeps the one that was restored as a test, until another one was', async () => {
    const old = await store(new Date(start.getTime() - 40 * dayMs));
    await place.noteProven(old);
    await run(start);
    expect(await names()).toContain(old);
    await place.noteProven((await names())[0]!);
    clock.advance(dayMs);
    await run(clock.now());
    expect(await days()).toEqual(['2026-03-02', '2026-03-01']);
  });

  it('goes on when the clock jumped ahead and came back', async () => {
    await run(start);
    clock.advance(4000 * dayMs);
    await run(clock.now());
    clock.advance(-3999 * dayMs);
    for (const day of [1, 2, 3]) {
      await run(new Date(start.getTime() + day * dayMs));
      clock.advance(dayMs);
    }
    // The one of the wrong time neither stands for a later one, nor takes its place.
    expect(made).toBe(5);
    expect(await days()).toEqual(['2037-02-11', '2026-03-04', '2026-03-03']);
  });

  it('loses nothing when two run at once', async () => {
    for (const day of [1, 2, 3, 4]) await store(new Date(start.getTime() - day * dayMs));
    await Promise.all([run(start), run(start)]);
    expect(new Set(await days())).toEqual(new Set(['2026-03-01', '2026-02-28']));
  });
});
