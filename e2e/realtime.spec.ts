import { randomUUID } from 'node:crypto';
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test';
import { call } from './support/api.ts';
import { setLevel } from './support/office.ts';
import { demoPerson, register, signIn, withoutGreeting } from './support/people.ts';
import { settled } from './support/settled.ts';
import { test } from './support/test.ts';
import { watchPolicy } from './support/page-problems.ts';

test.use({ viewport: { width: 1440, height: 900 } });

/** Pays into the wallet of the signed-in person, past the screens; 1.5 percent of it are the fee. */
async function deposit(context: BrowserContext, amount: string): Promise<void> {
  const [usd] = await call(context, 'POST /api/wallets', { body: {} });
  const card = { wallet_id: usd?.id ?? '', method: 'sandbox' as const, amount, card: '4242424242424242' };
  await call(context, 'POST /api/payments/deposit', { body: { ...card, request_id: randomUUID() } });
}

/** A client who may deposit, at the page of their wallet. */
async function atWallet(page: Page, context: BrowserContext, browser: Browser): Promise<void> {
  const { email } = await register(context);
  await setLevel(browser, email);
  await withoutGreeting(context);
  const [usd] = await call(context, 'POST /api/wallets', { body: {} });
  await page.goto(`/en/wallet/${usd?.id ?? ''}`);
  await settled(page);
}

/** In a channel of the person's own: from then on the server knows the owner of the socket. */
const joined = (page: Page) =>
  page.waitForEvent('websocket').then((socket) =>
    socket.waitForEvent('framereceived', {
      predicate: ({ payload }) => /subscription_succeeded.*"private-user/.test(String(payload)),
    }),
  );

test('an open wallet shows what comes in, long before the next poll', async ({ page, context, browser }) => {
  const breaches = await watchPolicy(context);
  const isIn = joined(page);
  await atWallet(page, context, browser);
  await isIn;
  await deposit(context, '200');
  await expect(page.getByRole('main').getByText('197').first()).toBeVisible({ timeout: 20_000 });
  expect(breaches).toEqual([]);
});

test('without its socket the product goes on, and calls no third party instead', async ({ page, context, browser }) => {
  const hosts = new Set<string>();
  page.on('request', (request) => hosts.add(new URL(request.url()).host));
  page.on('websocket', (socket) => hosts.add(new URL(socket.url()).host));
  await page.routeWebSocket(/\/app\//, (socket) => socket.close({ code: 1011 }));
  await atWallet(page, context, browser);
  // The library tries its other ways within seconds, where it has any.
  await page.waitForTimeout(5000);
  await deposit(context, '400');
  await expect(page.getByRole('main').getByText('394').first()).toBeVisible({ timeout: 90_000 });
  expect([...hosts].filter((host) => host !== new URL(page.url()).host)).toEqual([]);
});

test('a visitor who is not signed in loads nothing of it', async ({ page }) => {
  const scripts: string[] = [];
  const sockets: string[] = [];
  page.on('request', (request) => request.resourceType() === 'script' && scripts.push(request.url()));
  page.on('websocket', (socket) => sockets.push(socket.url()));
  await page.goto('/en/login');
  await settled(page);
  await page.waitForLoadState('networkidle');
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((script) => script.includes('realtime'))).toEqual([]);
  expect(sockets).toEqual([]);
});

test('signing out closes the socket, in this tab and in the one beside it', async ({ page, context }) => {
  await signIn(context, demoPerson('nora'));
  await withoutGreeting(context);
  const other = await context.newPage();
  const closed = [page, other].map((each) =>
    each.waitForEvent('websocket').then((socket) => socket.waitForEvent('close')),
  );
  const isIn = [page, other].map(joined);
  for (const each of [page, other]) await each.goto('/en/home');
  await Promise.all(isIn);
  await call(context, 'POST /api/logout', { body: {} });
  expect(await Promise.all(closed)).toHaveLength(2);
});
