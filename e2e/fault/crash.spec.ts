import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { expect } from '@playwright/test';
import type { User } from '#contract/auth/endpoints.ts';
import { stored } from '#contract/kernel/constants.ts';
import { call } from '../support/api.ts';
import { openAccounts, register, withoutGreeting } from '../support/people.ts';
import { dataFolder, freePort, startServer, tryToStart, type ServerProcess } from '../support/server-process.ts';
import { settled } from '../support/settled.ts';
import { someAddress, test } from '../support/test.ts';
import { en } from '../support/texts.ts';

test.describe.configure({ timeout: 360_000 });

/** The default of the setting. */
const accountsPerClient = 3;

test.describe('a server that is killed', () => {
  let server: ServerProcess;
  let data: string;

  test.beforeEach(async () => {
    data = await dataFolder();
    server = await startServer(data, await freePort());
  });

  test.afterEach(async () => {
    await server.stop();
    await rm(dirname(data), { recursive: true, force: true });
  });

  /** The same server again, on the same data and the same port. */
  const startAgain = async () => {
    const began = performance.now();
    server = await startServer(data, Number(new URL(server.url).port));
    const ms = Math.round(performance.now() - began);
    test.info().annotations.push({ type: 'from start to listening after kill -9, ms', description: String(ms) });
  };

  test('in use still has every response, and the person continues where they were', async ({ browser }) => {
    const context = await browser.newContext({ baseURL: server.url, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    await register(context);
    await withoutGreeting(context);
    await page.goto('/en/trading-account');
    await page
      .getByRole('banner')
      .getByRole('button', { name: en('shell.new_trading_account') })
      .click();
    const dialog = page.getByRole('dialog', { name: en('shell.create_account_title') });
    await dialog.getByLabel(en('shell.currency')).selectOption('EUR');
    const hasReply = page.waitForResponse('**/api/trading-account/create');
    await dialog.getByRole('button', { name: en('common.m154_out_nextstep_button') }).click();
    const { trading_account_id: number } = (await (await hasReply).json()) as { trading_account_id: string };

    await server.kill();
    await startAgain();
    await page.reload();
    await settled(page);
    await expect(page.getByRole('main')).toContainText(number);
    await openAccounts(context, 'USD');
    await page.reload();
    await expect(page.getByRole('main').getByRole('link', { name: /\d{6,}/ })).toHaveCount(2);
    await context.close();
  });

  test('under many callers has lost nothing that it confirmed', async ({ browser }) => {
    const hands = await Promise.all(
      Array.from({ length: 6 }, async () => {
        const headers = { 'x-forwarded-for': someAddress() };
        const context = await browser.newContext({ baseURL: server.url, extraHTTPHeaders: headers });
        await register(context);
        return { context, hasReply: [] as string[] };
      }),
    );
    let total = 0;
    let enough = () => {};
    const halfWay = new Promise<void>((resolve) => (enough = resolve));
    const work = Promise.allSettled(
      hands.map(async ({ context, hasReply }) => {
        for (let n = 0; n < accountsPerClient; n += 1) {
          hasReply.push(...(await openAccounts(context, 'EUR')));
          if (++total === hands.length) enough();
        }
      }),
    );
    await halfWay;
    await server.kill();
    await work;
    await startAgain();

    for (const { context, hasReply } of hands) {
      const user = await call(context, 'POST /api/client-info', { body: {} });
      expect((user as User).status).toBe('active');
      const there = await call(context, 'POST /api/trading-account', { body: {} });
      expect(there.map(({ trading_account_id: number }) => number)).toEqual(expect.arrayContaining(hasReply));
      expect(there.length).toBeLessThanOrEqual(accountsPerClient);
      expect((await context.cookies()).map(({ name }) => name)).toContain(stored.token);
      await context.close();
    }
  });

  test('stops on request, without waiting for a client that never ends its request', async () => {
    const { hostname, port } = new URL(server.url);
    const socket = connect(Number(port), hostname);
    socket.on('error', () => {});
    socket.write(
      `POST /api/login HTTP/1.1\r\nHost: ${hostname}:${port}\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{`,
    );
    await new Promise((written) => setTimeout(written, 300));
    const closed = once(socket, 'close');
    await server.stop();
    await closed;
    await startAgain();
  });

  test('that cannot listen leaves no database server behind', async () => {
    const other = await dataFolder();
    const port = new URL(server.url).port;
    expect(await tryToStart({ DATA_DIR: other, PORT: port })).toMatchObject({ code: 1 });
    expect(existsSync(join(other, 'postgres/postmaster.pid'))).toBe(false);
    await rm(dirname(other), { recursive: true, force: true });
  });

  test('is not replaced while it runs: a second one on its data says so and stops', async ({ request }) => {
    const second = await tryToStart({ DATA_DIR: data, PORT: String(await freePort()) });
    expect(second.code).toBe(1);
    expect(second.output).toContain(data);
    expect(second.output).toMatch(/already|another/i);
    expect((await request.get(`${server.url}/readyz`)).status()).toBe(200);
  });
});

test('refuses the public secret outside a demo', async () => {
  const own = { NODE_ENV: 'development', DATA_DIR: await dataFolder(), PORT: String(await freePort()) };
  const started = await tryToStart(own);
  expect(started).toMatchObject({ code: 1, output: expect.stringContaining('APP_SECRET is the demo secret') });
});

test('production refuses the secrets and the people of the demo', async () => {
  const production = { NODE_ENV: 'production', DATA_DIR: await dataFolder(), PORT: String(await freePort()) };
  const withDemoSecret = await tryToStart(production);
  expect(withDemoSecret).toMatchObject({ code: 1, output: expect.stringContaining('APP_SECRET') });
  const secret = 'kept-in-a-safe-place-0123456789abcdef';
  const withDemoPeople = await tryToStart({ ...production, APP_SECRET: secret, DEMO: '1' });
  expect(withDemoPeople).toMatchObject({ code: 1, output: expect.stringContaining('DEMO') });
  expect(withDemoPeople.output).not.toContain(secret);
});
