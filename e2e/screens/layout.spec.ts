import { expect, type Page } from '@playwright/test';
import { demoPerson, signIn, withoutGreeting } from '../support/people.ts';
import { settled } from '../support/settled.ts';
import { test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test.use({ viewport: { width: 1440, height: 900 } });

const shellTexts = '**/texts/**/shell.json';
const menu = (page: Page) => page.getByRole('navigation', { name: en('shell.menu') });

/** Not waiting for the end of a load that the page itself may break off, to begin another. */
const open = (page: Page) => page.goto('/en/home', { waitUntil: 'commit' });

test.beforeEach(async ({ context }) => {
  await signIn(context, demoPerson('sofia'));
  await withoutGreeting(context);
});

test('a layout that fails to load reloads the page, once', async ({ page }) => {
  let failures = 0;
  await page.route(shellTexts, (route) => (failures++ === 0 ? route.abort() : route.continue()));
  await open(page);
  await expect(menu(page)).toBeVisible();
  expect(failures).toBeGreaterThan(1);
});

test('a layout that keeps failing ends in the error layout, which tries again', async ({ page }) => {
  await page.route(shellTexts, (route) => route.abort());
  await open(page);
  const again = page.getByRole('button', { name: en('common.try_again') });
  await expect(again).toBeVisible();
  await page.unroute(shellTexts);
  await again.click();
  await expect(menu(page)).toBeVisible();
});

test('prices that cannot be refreshed interrupt no one', async ({ page }) => {
  // Prices come over the socket while there is one, and are polled while there is none.
  await page.routeWebSocket(/\/app\//, (socket) => socket.close({ code: 1011 }));
  await page.goto('/en/home');
  await settled(page);
  const input = page.waitForResponse(
    (response) => response.url().includes('/api/market/ticker') && response.status() === 500,
  );
  await page.route('**/api/market/ticker', (route) =>
    route.fulfill({ status: 500, json: { message: 'x', code: 'http.defect', request_id: 'r' } }),
  );
  await input;
  await expect(page.getByRole('dialog')).toHaveCount(0);
});
