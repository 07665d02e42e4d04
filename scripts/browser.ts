import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { run } from './run.ts';

const positions = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** Where the browser for tests is: `CHROMIUM` by choice, the system's, or Playwright's own; undefined when there is none. */
export function findBrowser(): string | undefined {
  return [process.env['CHROMIUM'], ...positions, chromium.executablePath()].find((index) => index && existsSync(index));
}

/** Installs Debian's Chromium where we may, else Playwright's. Answers whether a browser is there afterwards. */
export async function installBrowser(): Promise<boolean> {
  const asRoot = process.getuid?.() === 0 ? [] : ['sudo', '-n'];
  const env = { DEBIAN_FRONTEND: 'noninteractive' };
  const attempts = [
    [...asRoot, 'apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
    [...asRoot, 'apt-get', 'update'],
    [...asRoot, 'apt-get', 'install', '-y', '--no-install-recommends', 'chromium'],
    ['playwright', 'install', 'chromium'],
  ];
  for (const attempt of attempts) {
    if (findBrowser()) break;
    await run(attempt, { env, stdio: 'ignore' }).catch(() => 1);
  }
  return findBrowser() !== undefined;
}
