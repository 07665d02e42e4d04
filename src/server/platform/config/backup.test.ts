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
  expect(read({})).toEqual({ bucket: undefined });
  expect(read({ ...bucket, BACKUP_TARGET: 'folder' }).bucket).toBeUndefined();
});

it('has a bucket of its own', () => {
  const set = {
    ...bucket,
    BACKUP_HOUR: '0',
    BACKUP_KEEP_DAYS: '3',
    BACKUP_S3_PATH_STYLE: '0',
    BACKUP_S3_PREFIX: 'one/',
  };
  expect(read(set)).toEqual({
    bucket: {
      address: 'https://broker-backups.store.example:9000',
      region: 'us-east-1',
      accessKey: 'ATRIUM',
      secretKey: 'a-secret-of-its-own',
      prefix: 'one/',
    },
  });
});

it.each<[string, Record<string, string>]>([
  ['BACKUP_TARGET=s3 needs BACKUP_S3_ENDPOINT, BACKUP_S3_BUCKET', { BACKUP_TARGET: 's3' }],
  ['BACKUP_TARGET=s3 needs BACKUP_S3_SECRET_KEY', { ...bucket, BACKUP_S3_SECRET_KEY: '' }],
  ['BACKUP_S3_BUCKET needs BACKUP_S3_ENDPOINT', { BACKUP_S3_BUCKET: 'broker-backups' }],
  ['BACKUP_S3_ENDPOINT: has only a scheme', { ...bucket, BACKUP_S3_ENDPOINT: 'https://me:word@store.example' }],
])('stops the start: %s', (message, env) => {
  expect(() => read(env)).toThrow(message);
  expect(() => read(env)).not.toThrow(/a-secret-of-its-own|:word@/);
});
