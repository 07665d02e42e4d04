import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { dataFolder, freePort, startServer } from './server-process.ts';
import { test as shared } from './test.ts';

/**
 * The test for journeys that change what all people of an installation have: pages and contexts are those of a demo
 * that only one worker uses.
 */
export const test = shared.extend<object, { installation: string }>({
  installation: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of what a fixture needs
    async ({}, provide) => {
      const data = await dataFolder();
      const server = await startServer(data, await freePort(), { DEMO: '1' });
      await provide(server.url);
      await server.stop();
      await rm(dirname(data), { recursive: true, force: true });
    },
    { scope: 'worker', timeout: 240_000 },
  ],
  baseURL: ({ installation }, provide) => provide(installation),
});
