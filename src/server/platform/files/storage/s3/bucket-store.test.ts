import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { bucketSettings, openBucketStandIn, type BucketStandIn } from '#test/files/bucket.ts';
import { collect, isMissing, once } from '../store.ts';
import { FileStoreTrouble } from '../trouble.ts';
import { bucketStore } from './bucket-store.ts';

let service: BucketStandIn;
beforeAll(async () => void (service = await openBucketStandIn({ pageSize: 3 })));
afterAll(() => service.close());
afterEach(() => {
  service.beHonest();
  service.objects.clear();
  service.calls.length = 0;
});

/** Patience for a busy machine, and little of it where a test waits for its end. */
const patient = { answerMs: 20_000, silenceMs: 20_000 };
const impatient = { answerMs: 300, silenceMs: 300 };
const open = (over: Partial<ReturnType<typeof bucketSettings>> = {}, limits = patient) =>
  bucketStore({ ...bucketSettings(service), ...over }, limits);
const content = randomBytes(300_000);
const keyOf = (name: string) => `one/files/${name}`;

async function stored(): Promise<string> {
  const name = newId();
  await open().put(name, once(content));
  service.calls.length = 0;
  return name;
}
const read = async (name: string, store = open()) => collect(await store.open(name));
async function listed() {
  const found: { name: string; changedAt: Date }[] = [];
  for await (const each of open().list()) found.push(each);
  return found;
}
const failure = (action: Promise<unknown>) =>
  action.then(
    () => 'nothing',
    (error: unknown) => (error instanceof FileStoreTrouble ? `${error.reason}: ${error.message}` : String(error)),
  );

describe('a bucket', () => {
  it('stores, reads, lists and removes content under its prefix', async () => {
    const names = await Promise.all(Array.from({ length: 7 }, stored));
    expect([...service.objects.keys()].toSorted()).toEqual(names.map(keyOf).toSorted());
    expect(await read(names[0]!)).toEqual(content);
    const found = await listed();
    expect(found.map(({ name }) => name).toSorted()).toEqual(names.toSorted());
    expect(Math.abs(found[0]!.changedAt.getTime() - Date.now())).toBeLessThan(60_000);
    await open().remove(names[0]!);
    await open().remove(names[0]!);
    expect(service.objects.size).toBe(6);
    await expect(read(names[0]!)).rejects.toSatisfy(isMissing);
  });

  it('lists nothing that is not ours', async () => {
    const name = await stored();
    const body = { body: content, changedAt: new Date() };
    for (const key of [`two/files/${newId()}`, 'one/files/readme.txt', 'one/other']) service.objects.set(key, body);
    expect((await listed()).map((each) => each.name)).toEqual([name]);
  });

  it.each([
    ['refused: the bucket answered 403 SignatureDoesNotMatch', { secretKey: 'another secret' }],
    ['refused: the bucket answered 403 InvalidAccessKeyId', { accessKey: 'ANOTHER' }],
    ['refused: the bucket answered 400 AuthorizationHeaderMalformed', { region: 'eu-other-1' }],
  ])('%s', async (message, over) => {
    const store = open(over);
    expect(await failure(store.put(newId(), once(content)))).toBe(message);
    expect(await failure(store.open(newId()))).toBe(message);
    expect(await failure(store.check())).toBe(message);
    expect(await failure(store.remove(newId()))).toBe(message);
    expect(service.calls).toHaveLength(4);
    await open().check();
  });

  it('that does not exist is no missing file', async () => {
    const address = `${service.url}/other`;
    expect(await failure(open({ address }).open(newId()))).toBe('refused: the bucket answered 404 NoSuchBucket');
    expect(await failure(open({ address }).check())).toBe('refused: there is no such bucket');
  });

  it('is followed to no other host', async () => {
    service.lie('elsewhere');
    expect(await failure(open().put(newId(), once(content)))).toBe(
      'refused: the bucket answered 307 TemporaryRedirect',
    );
    expect(service.calls).toHaveLength(1);
  });
});

describe('a disturbed bucket', () => {
  it.each(['failed', 'slow_down', 'reset'] as const)('is asked again: %s', async (lie) => {
    const name = newId();
    service.lie(lie);
    await open().put(name, once(content));
    service.lie(lie, lie);
    expect(await read(name)).toEqual(content);
    service.lie(lie);
    expect(await listed()).toHaveLength(1);
    service.lie(lie);
    await open().remove(name);
    expect(service.objects.size).toBe(0);
  });

  it('is away after three attempts', async () => {
    const name = await stored();
    service.keepLying('failed');
    expect(await failure(read(name))).toBe('away: the bucket answered 500 InternalError');
    expect(service.calls).toHaveLength(3);
    service.keepLying('reset');
    expect(await failure(open().put(newId(), once(content)))).toMatch(/^away: no answer of the bucket: /);
  });

  it('is waited for once only', async () => {
    const name = await stored();
    service.keepLying('silent');
    expect(await failure(read(name, open({}, impatient)))).toBe(
      'away: no answer of the bucket: no answer within 300 ms',
    );
    expect(service.calls).toHaveLength(1);
  });

  it('is away where nothing listens', async () => {
    const closed = await openBucketStandIn();
    await closed.close();
    const store = bucketStore(bucketSettings(closed));
    expect(await failure(store.open(newId()))).toBe('away: no answer of the bucket: ECONNREFUSED');
  });
});

describe('content', () => {
  it.each(['cut_off', 'stuck'] as const)('that is %s is read on from there', async (lie) => {
    const name = await stored();
    service.lie(lie, lie);
    expect(await read(name, open({}, lie === 'stuck' ? { ...patient, silenceMs: 2000 } : patient))).toEqual(content);
    expect(service.calls).toHaveLength(3);
  });

  it('is read on without ranges, too', async () => {
    const name = await stored();
    service.lie('cut_off', 'no_range');
    expect(await read(name)).toEqual(content);
  });

  it('that always breaks off ends', async () => {
    const name = await stored();
    service.keepLying('cut_off');
    expect(await failure(read(name))).toMatch(/^away: /);
  });

  it.each([
    ['forgets', 'damaged: the bucket does not hold what it was given'],
    ['shortens', 'damaged: the bucket does not hold what it was given'],
    ['other_bytes', 'damaged: the bucket does not hold what it was given'],
  ] as const)('is read back, so that a service that %s is found out', async (lie, message) => {
    service.lie(lie);
    expect(await failure(open().put(newId(), once(content)))).toBe(message);
  });
});
