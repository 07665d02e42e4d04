import { existsSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { installPackages, run } from './run.ts';

/** Of Debian's browser, the variant without windows: journeys cost some fifth less of the machine in it. */
const headless = '/usr/bin/chromium-headless-shell';
const positions = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const firstOf = (candidates: (string | undefined)[]) => candidates.find((path) => path && existsSync(path));

/** Where the browser for measurements is: `CHROMIUM` by choice, the system's, or Playwright's own; undefined when there is none. */
export const findBrowser = (): string | undefined =>
  firstOf([process.env['CHROMIUM'], ...positions, chromium.executablePath(), headless]);

/** The same for tests, which take a browser without windows where there is one. */
export const findTestBrowser = (): string | undefined => firstOf([process.env['CHROMIUM'], headless]) ?? findBrowser();

/** Whether to install them: where there is none, and in CI the cheaper one beside the one that receives pushes. */
const isMissing = () =>
  findTestBrowser() === undefined ||
  (process.env['CI'] !== undefined && !process.env['CHROMIUM'] && !(existsSync(headless) && firstOf(positions)));

/** Installs Debian's Chromium where we may, else Playwright's, if one is missing. Answers whether there is a browser afterwards. */
export async function prepareTestBrowser(): Promise<boolean> {
  await installPackages(['chromium', 'chromium-headless-shell'], isMissing);
  if (!findTestBrowser()) await run(['playwright', 'install', 'chromium'], { stdio: 'ignore' }).catch(() => 1);
  return findTestBrowser() !== undefined;
}
