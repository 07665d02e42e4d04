import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { buildServer } from '../build-server.ts';
import { root, run } from '../run.ts';

/** Builds what is examined. Pages play no part: those that were built stay. */
export async function buildExamined(): Promise<void> {
  if (existsSync(resolve(root, 'dist/web'))) await buildServer();
  else if ((await run(['tsx', 'scripts/build.ts'])) !== 0) throw new Error('the build failed');
}
