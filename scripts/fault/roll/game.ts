import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { themes } from '#contract/kernel/constants.ts';
import { demoSecret } from '#server/platform/config/environment.ts';
import { newBrowser, type Browser } from '#test/browser.ts';
import { dataFolder, freePort, startServer, type ServerProcess } from '../../../e2e/support/server-process.ts';
import { callAs, readAs } from '../../bench/signed-in.ts';
import { externalDatabase, type Database } from '../database.ts';
import { register } from '../hand.ts';
import { openBalancer, type Balancer } from './balancer.ts';

/** The result. Each lost call has its error. */
export interface Outcome {
  restarts: number;
  hasReply: number;
  lost: string[];
}

const hands = 6;
const drainS = 3;
/** So seldom that its limit is not met. */
const everyDocument = 150;
const pauseMs = 20;

/** How often, with how many calls at least, and for how long both servers get no processor while one of them drains. */
export interface Game {
  restarts: number;
  calls: number;
  haltMs: number;
}

/** Restarts two built servers of one database in turn behind a load balancer, while clients call without a pause. */
export async function playRoll({ restarts, calls, haltMs }: Game): Promise<Outcome> {
  const data = await dataFolder();
  const database = await externalDatabase(dirname(data));
  const start = (port: number) => startServer(data, port, envOf(database));
  const servers: ServerProcess[] = [];
  let balancer: Balancer | undefined;
  try {
    for (let nth = 0; nth < 2; nth += 1) servers.push(await start(await freePort()));
    balancer = await openBalancer(servers.map(({ url }) => url));
    return await underLoad(balancer, async (enough) => {
      for (let done = 0; done < restarts || !enough(calls); done += 1) {
        const nth = done % servers.length;
        const port = Number(new URL(servers[nth]?.url ?? '').port);
        const stopped = servers[nth]?.stop();
        if (haltMs > 0) {
          await drains(servers[nth]?.url ?? '');
          await Promise.all(servers.map((server) => server.halt(haltMs)));
        }
        await stopped;
        servers[nth] = await start(port);
        await bothReady(balancer as Balancer);
        if (done + 1 >= restarts && enough(calls)) return done + 1;
      }
      return restarts;
    });
  } finally {
    balancer?.close();
    await Promise.all(servers.map((server) => server.stop()));
    await database.stop();
    await rm(dirname(data), { recursive: true, force: true });
  }
}

const envOf = (database: Database) => ({ ...database.env, DRAIN_S: String(drainS) });

async function drains(url: string): Promise<void> {
  while ((await fetch(`${url}/readyz`)).ok) await sleep(20);
}

async function bothReady(balancer: Balancer): Promise<void> {
  for (let tries = 0; tries < 200; tries += 1) {
    if (balancer.ready().length === 2) return;
    await sleep(100);
  }
  throw new Error('a server that was started again does not get ready');
}

/** Clients call from before the first restart until after the last one. */
async function underLoad(
  { url }: Balancer,
  restart: (enough: (calls: number) => boolean) => Promise<number>,
): Promise<Outcome> {
  const outcome: Outcome = { restarts: 0, hasReply: 0, lost: [] };
  const over = new AbortController();
  const clients = await Promise.all(Array.from({ length: hands }, () => signUp(url)));
  const working = clients.map(async ({ browser, walletId }) => {
    for (let turn = 0; !over.signal.aborted; turn += 1) {
      await callOnce(url, browser, walletId, turn).then(
        () => (outcome.hasReply += 1),
        (error: unknown) => outcome.lost.push(String(error)),
      );
      await sleep(pauseMs);
    }
  });
  try {
    outcome.restarts = await restart((calls) => outcome.hasReply + outcome.lost.length >= calls);
  } finally {
    over.abort();
    await Promise.all(working);
  }
  return outcome;
}

async function signUp(url: string): Promise<{ browser: Browser; walletId: string }> {
  const browser = newBrowser(demoSecret);
  await register(url, browser, (to, route, { body }) => callAs(to, browser, route.slice('POST '.length), body ?? {}));
  const [wallet] = await callAs<{ id: string }[]>(url, browser, '/api/wallets', {});
  return { browser, walletId: wallet?.id ?? '' };
}

/** Reads, a page, a write, and now and then a document that takes a while to draw. */
function callOnce(url: string, browser: Browser, walletId: string, turn: number): Promise<unknown> {
  const theme = turn % 8 < 4 ? themes[0] : themes[1];
  if (turn % everyDocument === 7)
    return readAs(url, browser, `/api/wallets/${walletId}/statement?from=2026-01-01&to=2026-01-31&format=pdf`);
  switch (turn % 4) {
    case 0:
      return callAs(url, browser, '/api/client-info', {});
    case 1:
      return callAs(url, browser, '/api/settings/profile-settings', { theme });
    case 2:
      return callAs(url, browser, '/api/wallets', {});
    default:
      return readAs(url, browser, '/en/login');
  }
}
