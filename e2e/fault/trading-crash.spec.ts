import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect, type BrowserContext } from '@playwright/test';
import type { ResponseOf, Route } from '#contract/api.ts';
import { stored } from '#contract/kernel/constants.ts';
import { call } from '../support/api.ts';
import { demoPerson, signIn } from '../support/people.ts';
import { dataFolder, freePort, startServer, type ServerProcess } from '../support/server-process.ts';
import { test } from '../support/test.ts';

test.describe.configure({ timeout: 600_000 });

type PaperRoute = Extract<Route, `POST /api/paper/${string}`>;
type PendingAction = <R extends PaperRoute>(route: R, body?: object, key?: string) => Promise<ResponseOf<R>>;

/** A terminal in this browser, open on the client's first account. */
async function openTerminal(context: BrowserContext): Promise<PendingAction> {
  const [account] = await call(context, 'POST /api/trading-account', { body: {} });
  const { link } = await call(context, 'POST /api/trading-account/autologin', {
    body: { trading_account_id: account?.trading_account_id ?? '' },
  });
  const token = link.split('/').at(-1) ?? '';
  const { session } = await call(context, 'POST /api/paper/session', { body: { token } });
  return async (route, body = {}, key = randomUUID()) => {
    const cookies = new Map((await context.cookies()).map(({ name, value }) => [name, decodeURIComponent(value)]));
    const response = await context.request.post(route.replace('POST ', ''), {
      data: body,
      headers: {
        'x-platform-session': session,
        'idempotency-key': key,
        [stored.antiForgeryHeader]: cookies.get(stored.antiForgeryCookie) ?? '',
      },
    });
    if (!response.ok()) throw new Error(`${route} answered ${response.status()}: ${await response.text()}`);
    return response.json() as never;
  };
}

test('a server that is killed while orders come in has each of them once, and every position', async ({ browser }) => {
  const data = await dataFolder();
  const port = await freePort();
  let server: ServerProcess = await startServer(data, port, { DEMO: '1' });
  const context = await browser.newContext({ baseURL: server.url });
  await signIn(context, demoPerson('james'));
  const request = await openTerminal(context);
  const before = (await request('POST /api/paper/state')).positions.map(({ ticket }) => ticket);
  expect(before.length).toBeGreaterThan(0);

  const order = { symbol: 'BTCUSD', side: 'buy', type: 'market', volume: '0.01' };
  const keys = Array.from({ length: 60 }, () => randomUUID());
  const hasReply = new Map<string, string>();
  const waiting = [...keys];
  const hand = async () => {
    for (let key = waiting.shift(); key; key = waiting.shift()) {
      const placed = await request('POST /api/paper/place', order, key).catch(() => undefined);
      if (!placed) return;
      hasReply.set(key, placed.order.ticket);
      if (hasReply.size === 20) await server.kill();
    }
  };
  await Promise.all([hand(), hand(), hand(), hand()]);
  expect(hasReply.size).toBeLessThan(keys.length);
  server = await startServer(data, port, { DEMO: '1' });

  const tickets = new Map<string, string>();
  for (const key of keys) tickets.set(key, (await request('POST /api/paper/place', order, key)).order.ticket);
  for (const [key, ticket] of hasReply) expect(tickets.get(key)).toBe(ticket);
  const { positions } = await request('POST /api/paper/state');
  expect(positions.map(({ ticket }) => ticket).toSorted()).toEqual([...before, ...tickets.values()].toSorted());
  const { deals } = await request('POST /api/paper/deals', { symbol: 'BTCUSD' });
  expect(new Set(deals.map((deal) => deal.order)).size).toBe(deals.length);

  await context.close();
  await server.stop();
  await rm(dirname(data), { recursive: true, force: true });
});
