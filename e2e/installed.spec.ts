import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { demoPerson, signIn } from './support/people.ts';
import { test } from './support/test.ts';
import { watchPolicy } from './support/page-problems.ts';

test.use({ serviceWorkers: 'allow' });

const offline = 'You’re offline';

/** The page has a worker, and the worker has cached the texts of all screens, errors too. */
async function served(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await expect.poll(() => storedIn(page)).toContainEqual(expect.stringMatching(/^\/texts\/.*\/common\.json$/));
}

/**
 * A device without a network notifies every page; Playwright's notifies only those, in some browsers, that are open
 * when it goes.
 */
const sayNothingIsThere = () => Object.defineProperty(navigator, 'onLine', { get: () => false });

/** Everything in every cache, by path. */
const storedIn = (page: Page) =>
  page.evaluate(async () => {
    const caches_ = await Promise.all((await caches.keys()).map((name) => caches.open(name)));
    const requests = await Promise.all(caches_.map((cache) => cache.keys()));
    return requests.flat().map(({ url }) => new URL(url).pathname);
  });

test('without a network the content is marked, a page still opens, and no personal data is stored', async ({
  page,
  context,
}) => {
  const breaches = await watchPolicy(context);
  await signIn(context, demoPerson('james'));
  await page.goto('/en/wallet');
  const wallets = page.getByRole('heading', { level: 1 });
  await expect(wallets).toBeVisible();
  const title = await wallets.innerText();
  await served(page);

  await context.setOffline(true);
  await expect(page.getByRole('status').filter({ hasText: offline })).toContainText('out of date');
  await expect(wallets).toHaveText(title);
  expect(breaches).toEqual([]);

  const cold = await context.newPage();
  await cold.addInitScript(sayNothingIsThere);
  await cold.goto('/en/wallet');
  await expect(cold.getByRole('heading', { level: 1 })).toHaveText(offline);
  for (const path of await storedIn(cold)) expect(path).toMatch(/^\/offline$|^\/(assets|texts)\//);
  const shell = await cold.evaluate(async () => (await caches.match('/offline'))?.text());
  expect(shell).toContain('id="config"');
  expect(shell).not.toMatch(/james|okafor/i);

  await context.setOffline(false);
  // Where the browser has said so itself, the page may be reloading already.
  await cold.evaluate(() => window.dispatchEvent(new Event('online'))).catch(() => {});
  await expect(cold.getByRole('heading', { level: 1 })).toHaveText(title);
  await expect(page.getByText(offline)).toHaveCount(0);
});

test('a new version is offered and taken, and the operator can take the worker away', async ({ page, baseURL }) => {
  let handOut: 'present' | 'next' | 'none' = 'present';
  const front = createServer((request, response) => {
    void (async () => {
      const { pathname } = new URL(request.url ?? '/', baseURL);
      const result = await fetch(new URL(request.url ?? '/', baseURL), {
        headers: { 'accept-encoding': 'identity', 'accept-language': 'en' },
      });
      for (const name of ['content-type', 'cache-control', 'content-security-policy']) {
        const value = result.headers.get(name);
        if (value) response.setHeader(name, value);
      }
      const unregister = async () => readFile(resolve('dist/web/unregister.js'));
      const body = Buffer.from(await result.arrayBuffer());
      const next = () => body.toString().replace(/"version":"\w+"/, '"version":"next"');
      const isWorker = pathname === '/service-worker.js';
      response.writeHead(result.status);
      response.end(!isWorker || handOut === 'present' ? body : handOut === 'next' ? next() : await unregister());
    })();
  });
  await new Promise<void>((listening) => front.listen(0, '127.0.0.1', listening));
  await page.goto(`http://127.0.0.1:${(front.address() as AddressInfo).port}/en/login`);
  await served(page);
  const names = () => page.evaluate(() => caches.keys());
  let loads = 0;
  page.on('load', () => (loads += 1));
  const [first] = await names();

  handOut = 'next';
  await page.reload();
  const offer = page.getByRole('button', { name: 'Reload' });
  await expect(offer).toBeVisible();
  expect(loads).toBe(1);
  // Until the reload there are two pages, and calls of the former never get a response.
  const reloaded = page.waitForEvent('load');
  await offer.click();
  await reloaded;
  await expect.poll(names).toEqual(['atrium-next']);
  expect(first).not.toBe('atrium-next');
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await expect(offer).toHaveCount(0);

  handOut = 'none';
  await page.reload();
  await expect.poll(names).toEqual([]);
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(loads, 'once for each reload, by hand or by the button').toBe(3);
  front.close();
});
