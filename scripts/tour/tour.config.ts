import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import journeys from '../../playwright.config.ts';
import { root } from '../run.ts';
import { desktop } from './take.ts';

/** The server, the browser and the patience of the journeys, for one picture after another. */
export default defineConfig({
  ...journeys,
  testDir: '.',
  outputDir: join(root, 'test-results'),
  reporter: 'list',
  workers: 1,
  fullyParallel: false,
  webServer: [journeys.webServer ?? []].flat().map((server) => ({ ...server, cwd: root })),
  use: { ...journeys.use, viewport: desktop, deviceScaleFactor: 4 / 3 },
});
