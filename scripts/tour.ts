import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { dataFolder, freePort } from '../e2e/support/server-process.ts';
import { prepareTestBrowser } from './browser.ts';
import { run } from './run.ts';

/**
 * `npm run tour`: builds, starts a demo of its own, and takes the pictures of docs/tour.md again; `npm run tour -- -g terminal` takes
 * those whose test holds the word. Fails where a screen does not show what its picture is about.
 */

/** A Wednesday, with the markets of New York open. The demo begins at it, so its pictures stay alike; when it has passed, choose a later one. */
const start = '2028-05-17T15:00:00Z';

if (!(await prepareTestBrowser())) throw new Error('No browser to take pictures with: CHROMIUM=/path names one');
if ((await run(['tsx', 'scripts/build.ts'])) !== 0) process.exit(1);
const data = await dataFolder();
const env = {
  E2E_CLOCK: start,
  E2E_DATA_DIR: data,
  E2E_PORT: process.env['E2E_PORT'] ?? String(await freePort()),
  // Nothing is sampled here.
  E2E_FULL: '1',
};
process.exitCode = await run(
  ['playwright', 'test', '--config', 'scripts/tour/tour.config.ts', ...process.argv.slice(2)],
  { env },
);
await rm(dirname(data), { recursive: true, force: true });
