import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defineConfig } from '@playwright/test';
import { startsAt } from './e2e/support/clock.ts';
import { findTestBrowser } from './scripts/browser.ts';

const port = process.env['E2E_PORT'] ?? '4180';
const url = `http://127.0.0.1:${port}`;
const browser = findTestBrowser();

/** Pages live for seconds: threads that optimise their code, collect its garbage or draw beside it cost more than they save. */
const frugal = ['--js-flags=--no-opt --no-maglev --single-threaded-gc', '--num-raster-threads=1'];

/** Workers read this file again, and read the instant that was decided on first. */
const start = startsAt(process.env['E2E_CLOCK']);
if (start) process.env['E2E_CLOCK'] = start;

/** What of the matrix of screens is judged, said once: workers read this file again, and find it decided. */
if (!process.env['E2E_FULL'] && !process.env['E2E_SEED']) {
  process.env['E2E_SEED'] = String(Date.now() % 1000);
  process.stdout.write(`Looks and languages of each screen are sampled by E2E_SEED=${process.env['E2E_SEED']}\n`);
}

/** A demo begins at an instant once, so it has a folder of its own. */
const data = process.env['E2E_DATA_DIR'] ?? join(tmpdir(), `atrium-e2e-${port}`);
const dataDir = start ? `${data}-${start.replaceAll(/\W/g, '')}` : data;

/** Journeys against the built server with a demo broker of its own; `npm run build` comes first. */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.spec.ts',
  outputDir: 'test-results',
  fullyParallel: true,
  forbidOnly: true,
  workers: 2,
  // Two workers, the server and its database share what may be two busy cores: slow is no failure.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // A test that passes at its second try has told of a defect, its own or the product's.
  retries: 0,
  use: {
    baseURL: url,
    // What is not there after a minute does not come: the test ends with a picture, not with its own time.
    actionTimeout: 60_000,
    locale: 'en-GB',
    timezoneId: 'UTC',
    // A trace of each test costs a tenth of the machine, and ending it has outlasted a test: `E2E_TRACE=1` for one that fails.
    trace: process.env['E2E_TRACE'] ? 'retain-on-failure' : 'off',
    screenshot: 'only-on-failure',
    // Prices that flash with every tick are drawn sixty times a second, on every page, beside what is tested.
    contextOptions: { reducedMotion: 'reduce' },
    // A worker would answer for the server; what it does has a test of its own.
    serviceWorkers: 'block',
    launchOptions: { args: frugal, ...(browser ? { executablePath: browser } : {}) },
  },
  webServer: {
    command: 'node --enable-source-maps dist/server/main.js',
    url: `${url}/readyz`,
    // What the server reports as an error stands between the tests that ran then.
    stdout: 'pipe',
    // A database is made and a broker seeded, on a machine that may be busy with other things.
    timeout: 240_000,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    env: {
      PORT: port,
      HOST: '127.0.0.1',
      APP_URL: url,
      DEMO: '1',
      // Each test comes from an address of its own (e2e/support/test.ts), as if there were a proxy.
      TRUST_PROXY: '1',
      // The few people of the demo stand for all that the tests are.
      CALLS_PER_MINUTE: '0',
      PUSH_LOOPBACK: '1',
      LOG_LEVEL: 'error',
      DATA_DIR: dataDir,
      ...(start ? { DEMO_CLOCK: start } : {}),
    },
  },
});
