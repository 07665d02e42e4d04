import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const bucket = {
  FILE_STORE: 's3',
  S3_ENDPOINT: 'https://store.example:9000',
  S3_BUCKET: 'client-files',
  S3_ACCESS_KEY: 'ATRIUM',
  S3_SECRET_KEY: 'a-secret-of-its-own',
};
const read = (env: Record<string, string>) => readConfig({ NODE_ENV: 'test', ...env }).fileStore;

it('is the disk unless a bucket is named', () => {
  expect(read({})).toEqual({ kind: 'disk', bucket: undefined });
  expect(read({ S3_ENDPOINT: '', S3_BUCKET: '' })).toEqual({ kind: 'disk', bucket: undefined });
});

it('knows the bucket while new files go to the disk', () => {
  const { kind, bucket: found } = read({ ...bucket, FILE_STORE: 'disk' });
  expect([kind, found?.address]).toEqual(['disk', 'https://store.example:9000/client-files']);
});

it('has the bucket in the path, or in front of the host, and a prefix on request', () => {
  const usual = { region: 'us-east-1', accessKey: 'ATRIUM', secretKey: 'a-secret-of-its-own', prefix: '' };
  expect(read(bucket).bucket).toEqual({ ...usual, address: 'https://store.example:9000/client-files' });
  expect(read({ ...bucket, S3_PATH_STYLE: '0', S3_PREFIX: 'a/b/', S3_REGION: 'auto' }).bucket).toEqual({
    ...usual,
    address: 'https://client-files.store.example:9000',
    prefix: 'a/b/',
    region: 'auto',
  });
});

it.each<[string, Record<string, string>]>([
  ['FILE_STORE=s3 needs S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY, S3_SECRET_KEY', { FILE_STORE: 's3' }],
  ['FILE_STORE=s3 needs S3_SECRET_KEY', { ...bucket, S3_SECRET_KEY: '' }],
  ['S3_BUCKET needs S3_ENDPOINT, S3_ACCESS_KEY, S3_SECRET_KEY', { S3_BUCKET: 'client-files' }],
  ['S3_ENDPOINT: has only a scheme', { ...bucket, S3_ENDPOINT: 'https://store.example/client-files' }],
  ['S3_ENDPOINT: has only a scheme', { ...bucket, S3_ENDPOINT: 'https://me:word@store.example' }],
  ['S3_ENDPOINT: ', { ...bucket, S3_ENDPOINT: 'ftp://store.example' }],
  ['S3_BUCKET: ', { ...bucket, S3_BUCKET: 'Client files' }],
  ['S3_PREFIX: ', { ...bucket, S3_PREFIX: 'without-a-slash' }],
  ['S3_PREFIX: ', { ...bucket, S3_PREFIX: '/at-the-beginning/' }],
  ['FILE_STORE: ', { FILE_STORE: 'tape' }],
])('stops the start: %s', (message, env) => {
  expect(() => read(env)).toThrow(message);
  expect(() => read(env)).not.toThrow(/a-secret-of-its-own|:word@/);
});
