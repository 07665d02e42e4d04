import { createHash } from 'node:crypto';
import {
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { bucketSettings, openBucketStandIn, signatureOf, type BucketStandIn } from '#test/files/bucket.ts';
import { once } from '../store.ts';
import { bucketStore } from './bucket-store.ts';

let service: BucketStandIn;
beforeAll(async () => void (service = await openBucketStandIn({ pageSize: 2 })));
afterAll(() => service.close());

/** The provider's own client, which knows nothing of ours. */
function sdk(secretAccessKey = service.keys.secretKey) {
  const { region, accessKey } = service.keys;
  return new S3Client({
    endpoint: service.url,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId: accessKey, secretAccessKey },
    maxAttempts: 1,
  });
}
const at = (Key: string) => ({ Bucket: service.keys.bucket, Key });

describe('the bucket of the tests', () => {
  it('takes the signature that the provider publishes as an example', () => {
    const headers = {
      host: 'examplebucket.s3.amazonaws.com',
      range: 'bytes=0-9',
      'x-amz-content-sha256': createHash('sha256').digest('hex'),
      'x-amz-date': '20130524T000000Z',
    };
    const scope = {
      region: 'us-east-1',
      secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
      day: '20130524',
      moment: '20130524T000000Z',
      signed: ['host', 'range', 'x-amz-content-sha256', 'x-amz-date'],
      payload: headers['x-amz-content-sha256'],
    };
    expect(signatureOf({ method: 'GET', address: '/test.txt', headers }, scope)).toBe(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    );
  });

  it('serves the provider’s own client', async () => {
    const client = sdk();
    const keys = ['a/one', 'a/two words', 'a/three+ü', 'b/four'];
    for (const key of keys)
      await client.send(new PutObjectCommand({ ...at(key), Body: Buffer.from(`content of ${key}`) }));
    const checked = { ...at('a/five'), Body: Buffer.from('five'), ChecksumAlgorithm: 'SHA256' as const };
    await client.send(new PutObjectCommand(checked));
    const { Body } = await client.send(new GetObjectCommand({ ...at('a/three+ü'), Range: 'bytes=8-' }));
    expect(await Body?.transformToString()).toBe('of a/three+ü');
    expect(await client.send(new HeadObjectCommand(at('a/one')))).toMatchObject({ ContentLength: 16 });
    const first = await client.send(new ListObjectsV2Command({ Bucket: service.keys.bucket, Prefix: 'a/' }));
    const after = { ContinuationToken: first.NextContinuationToken };
    const second = await client.send(new ListObjectsV2Command({ Bucket: service.keys.bucket, Prefix: 'a/', ...after }));
    expect([first, second].flatMap(({ Contents = [] }) => Contents.map(({ Key }) => Key))).toEqual([
      'a/five',
      'a/one',
      'a/three+ü',
      'a/two words',
    ]);
    await client.send(new DeleteObjectCommand(at('a/one')));
    await expect(client.send(new GetObjectCommand(at('a/one')))).rejects.toMatchObject({ name: 'NoSuchKey' });
    await expect(client.send(new PutObjectCommand({ ...at('b/four'), IfNoneMatch: '*' }))).rejects.toMatchObject({
      name: 'PreconditionFailed',
    });
  });

  it('refuses a wrong secret, a wrong checksum and a call without a signature', async () => {
    const put = new PutObjectCommand({ ...at('c'), Body: 'c' });
    await expect(sdk('another secret').send(put)).rejects.toMatchObject({ name: 'SignatureDoesNotMatch' });
    const wrong = { ...at('c'), Body: 'c', ChecksumSHA256: createHash('sha256').update('d').digest('base64') };
    await expect(sdk().send(new PutObjectCommand(wrong))).rejects.toMatchObject({ name: 'BadDigest' });
    expect((await fetch(`${service.url}/${service.keys.bucket}/c`)).status).toBe(403);
    expect(service.objects.has('c')).toBe(false);
  });

  it('gives each client what the other has stored', async () => {
    const ours = bucketStore(bucketSettings(service));
    const name = newId();
    await ours.put(name, once(Buffer.from('ours')));
    const { Body } = await sdk().send(new GetObjectCommand(at(`one/files/${name}`)));
    expect(await Body?.transformToString()).toBe('ours');
    await sdk().send(new PutObjectCommand({ ...at(`one/files/${name}`), Body: 'theirs' }));
    let read = '';
    for await (const part of await ours.open(name)) read += part.toString();
    expect(read).toBe('theirs');
  });
});
