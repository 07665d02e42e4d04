import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { TestServer } from '../server.ts';
import { bucketEnv, type BucketStandIn } from './bucket.ts';

/** Runs bin/move-files for an installation, with the bucket as its store. Returns what it wrote, also where it failed. */
export async function moveCommand(
  { config, ownerUrl }: TestServer,
  service: BucketStandIn,
  ...words: string[]
): Promise<string> {
  const env = {
    PATH: process.env['PATH'],
    ...bucketEnv(service),
    NODE_ENV: 'test',
    DEMO: '1',
    DATABASE_URL: ownerUrl,
    DATA_DIR: config.dataDir,
    APP_SECRET: config.appSecret,
  };
  const command = ['--import', 'tsx', 'src/server/cli/move-files.ts', ...words];
  return promisify(execFile)(process.execPath, command, { env }).then(
    ({ stdout }) => stdout,
    ({ stderr }: { stderr: string }) => stderr,
  );
}
