import { randomBytes } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { bucketSettings, openBucketStandIn, type BucketStandIn } from '#test/files/bucket.ts';
import { openBucket } from '../../../files/storage/s3/bucket.ts';
import type { Manifest } from '../archive.ts';
import { bucketPlace } from './bucket.ts';
import { folderPlace } from './folder.ts';
import { installationIn, nameOf, timeOf } from './place.ts';

let service: BucketStandIn;
let dataDir: string;
beforeAll(async () => void (service = await openBucketStandIn({ pageSize: 3 })));
beforeEach(() => void (dataDir = mkdtempSync(join(tmpdir(), 'atrium-place-'))));
afterAll(() => service.close());
afterEach(() => {
  service.beHonest();
  service.objects.clear();
  service.calls.length = 0;
  rmSync(dataDir, { recursive: true });
});

/** Patience for a busy machine. */
const limits = { answerMs: 20_000, silenceMs: 20_000 };
const open = (over: Partial<ReturnType<typeof bucketSettings>> = {}) =>
  bucketPlace(openBucket({ ...bucketSettings(service), ...over }, limits), { prefix: 'one/', dataDir, bytes: 1000 });
const archive = randomBytes(4500);
const store = (name: string, place = open()) =>
  place.store(name, async (file) => {
    writeFileSync(file, archive);
    return {} as Manifest;
  });
const names = async () => (await open().list()).map(({ name }) => name);
const read = (name: string, place = open()) => place.fetch(name, async (file) => readFileSync(file));
const day = (number: number) => nameOf(new Date(Date.UTC(2026, 2, number, 2)), { mark: 'abcdef', encrypted: false });
const keyOf = (name: string, end: string) => `one/backups/${name}.${end}`;

it('stores a backup in parts with its description last, and reads it back', async () => {
  await store(day(1));
  await store(day(3));
  await store(day(2));
  const stored = service.calls.filter((call) => call.startsWith('PUT')).slice(0, 6);
  expect(stored.map((call) => call.replace(/^.*encrypted|^.*\.tar\./, ''))).toEqual([
    ...[0, 1, 2, 3, 4].map((part) => `part-00000${part}`),
    'parts.json',
  ]);
  expect(await names()).toEqual([day(3), day(2), day(1)]);
  expect(await read(day(2))).toEqual(archive);
  expect(readdirSync(dataDir)).toEqual([]);
});

it('takes nothing for whole that misses a part, its description or the end of one', async () => {
  for (const number of [1, 2, 3, 4, 5]) await store(day(number));
  service.objects.delete(keyOf(day(1), 'parts.json'));
  service.objects.delete(keyOf(day(2), 'part-000003'));
  const last = service.objects.get(keyOf(day(3), 'part-000004'))!;
  last.body = last.body.subarray(0, -1);
  const description = service.objects.get(keyOf(day(4), 'parts.json'))!;
  description.body = description.body.subarray(0, -9);
  expect(await names()).toEqual([day(5)]);
  await expect(read(day(1))).rejects.toThrow('there is no whole backup of this name');
  await expect(read(day(2))).rejects.toThrow('part 4 of 5 is missing');
  await expect(read(day(3))).rejects.toThrow('part 5 of 5 is not what was written');
  await expect(read(day(4))).rejects.toThrow('there is no whole backup of this name');
  expect(readdirSync(dataDir)).toEqual([]);
});

it('gives no other bytes than were stored', async () => {
  await store(day(1));
  const part = service.objects.get(keyOf(day(1), 'part-000002'))!;
  part.body = Buffer.from(part.body.map((byte, index) => (index === 500 ? byte ^ 1 : byte)));
  await expect(read(day(1))).rejects.toThrow(`The backup ${day(1)} cannot be read from the bucket: part 3 of 5 is not`);
});

it.each(['failed', 'slow_down', 'reset', 'cut_off'] as const)('goes on after one disturbance: %s', async (lie) => {
  service.lie(lie);
  await store(day(1));
  service.lie(lie);
  expect(await names()).toEqual([day(1)]);
  service.lie(lie);
  expect(await read(day(1))).toEqual(archive);
});

it.each(['shortens', 'forgets', 'failed'] as const)(
  'leaves nothing that looks whole where the bucket fails: %s',
  async (lie) => {
    service.keepLying(lie);
    await expect(store(day(1))).rejects.toThrow(
      lie === 'failed'
        ? 'The bucket of backups cannot be reached: the bucket answered 500 InternalError.'
        : 'The bucket of backups cannot be relied on: the bucket does not hold what it was given.',
    );
    service.beHonest();
    expect(await names()).toEqual([]);
  },
);

it.each([
  ['403 SignatureDoesNotMatch', { secretKey: 'another secret' }],
  ['403 InvalidAccessKeyId', { accessKey: 'ANOTHER' }],
])('says in one sentence that it is refused: %s', async (answer, over) => {
  const sentence = `The bucket of backups refuses the key or settings of BACKUP_S3_…: the bucket answered ${answer}.`;
  const place = open(over);
  const actions = [
    () => place.check(),
    () => place.list(),
    () => store(day(1), place),
    () => place.lastProven(''),
    () => read(day(1), place),
  ];
  for (const action of actions) await expect(action()).rejects.toThrow(sentence);
});

it('removes what was broken off, after a day, and nothing whole', async () => {
  await store(day(1));
  await store(day(2));
  service.objects.delete(keyOf(day(2), 'parts.json'));
  const old = join(dataDir, 'backup-transfer-old');
  writeFileSync(old, '');
  await open().removeUnfinished(new Date());
  expect([service.objects.size, existsSync(old)]).toEqual([11, true]);
  const yesterday = new Date(Date.now() - 25 * 3_600_000);
  for (const object of service.objects.values()) object.changedAt = yesterday;
  utimesSync(old, yesterday, yesterday);
  await open().removeUnfinished(new Date());
  expect([service.objects.size, existsSync(old)]).toEqual([6, false]);
  expect(await names()).toEqual([day(1)]);
});

it('leaves other objects alone', async () => {
  const other = { body: Buffer.from('x'), changedAt: new Date(0) };
  for (const key of ['one/backups/notes.txt', 'two/backups/x', 'one/files/x']) service.objects.set(key, other);
  await open().removeUnfinished(new Date());
  expect([service.objects.size, await names()]).toEqual([3, []]);
});

it('remembers which one was restored as a test', async () => {
  const [one, two] = ['a1'.repeat(6), 'b2'.repeat(6)];
  const named = (installation: string, number: number) =>
    nameOf(new Date(Date.UTC(2026, 2, number, 2)), { installation, mark: 'abcdef', encrypted: false });
  for (const place of [open(), folderPlace(dataDir)]) {
    expect(await place.lastProven(one)).toBeUndefined();
    for (const number of [1, 2]) await place.noteProven(named(one, number));
    await place.noteProven(named(two, 3));
    expect([await place.lastProven(one), await place.lastProven(two)]).toEqual([named(one, 2), named(two, 3)]);
    expect([await place.lastProven(''), await place.list()]).toEqual([undefined, []]);
  }
});

it('removes a whole backup so that it is none at once, wherever that breaks off, and no other one', async () => {
  for (const number of [1, 2]) await store(day(number));
  const folder = folderPlace(join(dataDir, 'backups'));
  mkdirSync(join(dataDir, 'backups'));
  for (const number of [1, 2]) await store(day(number), folder);
  for (const place of [open(), folder]) {
    await place.remove(day(1));
    await place.remove(day(1));
    expect((await place.list()).map(({ name }) => name)).toEqual([day(2)]);
  }
  expect([...service.objects.keys()].filter((key) => !key.includes(day(2)))).toEqual([]);
  expect(await read(day(2))).toEqual(archive);
  service.calls.length = 0;
  await open().remove(day(2));
  const removed = service.calls.filter((call) => call.startsWith('DELETE'));
  expect([removed.length, removed[0]]).toEqual([6, expect.stringContaining('.parts.json')]);
});

it('knows the time of a backup by its name', () => {
  const at = new Date('2026-03-01T02:03:04Z');
  expect(nameOf(at, { encrypted: true })).toBe('atrium-2026-03-01T02-03-04Z.tar.encrypted');
  for (const name of [nameOf(at, { mark: 'a0b1c2', encrypted: true }), nameOf(at, { encrypted: false })])
    expect(timeOf(name)).toEqual(at);
  const whole = nameOf(at, { installation: 'a0b1c2d3e4f5', mark: 'a0b1c2', encrypted: false });
  expect(whole).toBe('atrium-2026-03-01T02-03-04Z-a0b1c2d3e4f5-a0b1c2.tar');
  expect([timeOf(whole), installationIn(whole)]).toEqual([at, 'a0b1c2d3e4f5']);
  expect(installationIn(nameOf(at, { mark: 'a0b1c2', encrypted: false }))).toBe('');
  for (const name of ['last-proven', 'atrium-today.tar', `${nameOf(at, { encrypted: false })}.unfinished-x`])
    expect(timeOf(name)).toBeUndefined();
});
