import { expect, it } from 'vitest';
import { readConfig } from './config.ts';

const bucket = {
  BACKUP_TARGET: 's3',
  BACKUP_S3_ENDPOINT: 'https://store.example:9000',
  BACKUP_S3_BUCKET: 'broker-backups',
  BACKUP_S3_ACCESS_KEY: 'ATRIUM',
  BACKUP_S3_SECRET_KEY: 'a-secret-of-its-own',
};
const read = (env: Record<string, string>) => readConfig({ NODE_ENV: 'test', ...env }).backups;

it('is the folder unless a bucket is named', () => {
  expect(read({})).toEqual({ bucket: undefined, at: undefined, keep: { daily: 7, weekly: 5, monthly: 12 } });
  expect(read({ ...bucket, BACKUP_TARGET: 'folder' }).bucket).toBeUndefined();
});

it('has a bucket of its own', () => {
  const set = {
    ...bucket,
    BACKUP_S3_PATH_STYLE: '0',
    BACKUP_S3_PREFIX: 'one/',
  };
  expect(read(set)).toMatchObject({
    bucket: {
      address: 'https://broker-backups.store.example:9000',
      region: 'us-east-1',
      accessKey: 'ATRIUM',
      secretKey: 'a-secret-of-its-own',
      prefix: 'one/',
    },
  });
});

it('is made at a time of day, and kept for days, weeks and months', () => {
  const set = { BACKUP_AT: '23:59', BACKUP_KEEP_DAILY: '1', BACKUP_KEEP_WEEKLY: '0', BACKUP_KEEP_MONTHLY: '0' };
  expect(read(set)).toMatchObject({ at: '23:59', keep: { daily: 1, weekly: 0, monthly: 0 } });
  expect(read({ BACKUP_AT: '' }).at).toBeUndefined();
});

it.each<[string, Record<string, string>]>([
  ['BACKUP_AT: ', { BACKUP_AT: '24:00' }],
  ['BACKUP_AT: ', { BACKUP_AT: '4:00' }],
  ['BACKUP_KEEP_DAILY: ', { BACKUP_KEEP_DAILY: '0' }],
  ['BACKUP_KEEP_MONTHLY: ', { BACKUP_KEEP_MONTHLY: '-1' }],
  ['BACKUP_TARGET=s3 needs BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET', { BACKUP_TARGET: 's3' }],
  ['BACKUP_TARGET=s3 needs BACKUP_S3_SECRET_KEY', { ...bucket, BACKUP_S3_SECRET_KEY: '' }],
  ['BACKUP_S3_BUCKET needs BACKUP_S3_ENDPOINT', { BACKUP_S3_BUCKET: 'broker-backups' }],
  ['BACKUP_S3_ENDPOINT: has only a scheme', { ...bucket, BACKUP_S3_ENDPOINT: 'https://me:word@store.example' }],
])('stops the start: %s', (message, env) => {
  expect(() => read(env)).toThrow(message);
  expect(() => read(env)).not.toThrow(/a-secret-of-its-own|:word@/);
});
