import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { WebSocket } from 'ws';
import { themes } from '#contract/kernel/constants.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { demoSecret } from '#server/platform/config/environment.ts';
import { newBrowser, type Browser } from '#test/browser.ts';
import { dataFolder, freePort, startServer, type ServerProcess } from '../../../e2e/support/server-process.ts';
import { callAs, readAs } from '../../bench/signed-in.ts';
import { root } from '../../run.ts';
import { externalDatabase, type Database } from '../database.ts';
import { register } from '../hand.ts';
import { openBalancer, type Balancer } from './balancer.ts';
import { makeNextVersion } from './next-version.ts';

/** The result. Each lost call, and each socket that could not be opened again in time, has its error. */
export interface Outcome {
  /** What `bin/migrate --check` of the next version says while the older one serves. */
  check?: string;
  restarts: number;
  hasReply: number;
  /** How often a client opened its socket again. */
  reconnects: number;
  lost: string[];
}

const hands = 6;
const drainS = 3;
/** So seldom that its limit is not met. */
const everyDocument = 150;
const pauseMs = 20;
/** A socket that is not up again after so many tries is lost. */
const reconnectTries = 10;
const reconnectMs = 500;
const { key } = readConfig({ NODE_ENV: 'test' }).realtime.credentials;

/** How often, with how many calls at least, and for how long both servers get no processor while one of them drains. */
export interface Game {
  restarts: number;
  calls: number;
  haltMs: number;
  /** Whether the next version takes the place of this one. */
  upgrade?: boolean;
  /** The built tree of an older version, whose place this one takes. */
  older?: string;
}

/**
 * Which server starts with which version: the first one is upgraded, the second one restarts beside it as it was and then follows.
 * The first one goes back to the old version on the new schema, and forward again.
 */
const upgrades = [
  { nth: 0, isNext: true },
  { nth: 1, isNext: false },
  { nth: 1, isNext: true },
  { nth: 0, isNext: false },
  { nth: 0, isNext: true },
] as const;

/**
 * Restarts two built servers of one database in turn behind a load balancer, while clients call without a pause and keep sockets
 * open. Where the older servers have to stop first, shows that this version refuses to start beside them and they go on; then
 * both stop, and this version starts.
 */
export async function playRoll({ restarts, calls, haltMs, upgrade = false, older }: Game): Promise<Outcome> {
  const data = await dataFolder();
  const next = older ? root : upgrade ? await makeNextVersion(join(dirname(data), 'next')) : undefined;
  const plan = (done: number) => (next ? upgrades[done % upgrades.length] : { nth: done % 2, isNext: false });
  const database = await externalDatabase(dirname(data));
  const start = (port: number, isNext = false) =>
    startServer(data, port, envOf(database), isNext ? next : (older ?? root));
  const servers: ServerProcess[] = [];
  let balancer: Balancer | undefined;
  try {
    for (let nth = 0; nth < 2; nth += 1) servers.push(await start(await freePort()));
    balancer = await openBalancer(servers.map(({ url }) => url));
    const check = next ? await checkMigrations(next, data, database) : undefined;
    const outcome = await underLoad(balancer, async (enough) => {
      if (check?.includes('stop the instances')) {
        const refusal = await start(await freePort(), true).then(() => 'it started', String);
        if (!refusal.includes('stop its instances first'))
          throw new Error(`the next version did not refuse: ${refusal}`);
        while (!enough(calls)) await sleep(pauseMs);
        return 0;
      }
      for (let done = 0; done < restarts || !enough(calls); done += 1) {
        const { nth, isNext } = plan(done) ?? { nth: 0, isNext: false };
        const port = Number(new URL(servers[nth]?.url ?? '').port);
        const stopped = servers[nth]?.stop();
        if (haltMs > 0) {
          await drains(servers[nth]?.url ?? '');
          await Promise.all(servers.map((server) => server.halt(haltMs)));
        }
        await stopped;
        servers[nth] = await start(port, isNext);
        await bothReady(balancer as Balancer);
        if (done + 1 >= restarts && enough(calls)) return done + 1;
      }
      return restarts;
    });
    if (outcome.restarts === 0) {
      await Promise.all(servers.map((server) => server.stop()));
      servers.push(await start(await freePort(), true));
    }
    return { ...(check === undefined ? {} : { check }), ...outcome };
  } finally {
    balancer?.close();
    await Promise.all(servers.map((server) => server.stop()));
    await database.stop();
    await rm(dirname(data), { recursive: true, force: true });
  }
}

/** What the operator reads before an upgrade. */
async function checkMigrations(tree: string, data: string, database: Database): Promise<string> {
  const env = { ...process.env, ...envOf(database), DATA_DIR: data, NODE_ENV: 'test' };
  const command = ['dist/server/cli/migrate.js', '--check'];
  return promisify(execFile)(process.execPath, command, { cwd: tree, env }).then(
    ({ stdout }) => stdout.trim(),
    ({ stderr }: { stderr: string }) => stderr.trim(),
  );
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
  const outcome: Outcome = { restarts: 0, hasReply: 0, reconnects: 0, lost: [] };
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
  const listening = clients.map(() => keepSocket(url, over.signal, outcome));
  try {
    outcome.restarts = await restart((calls) => outcome.hasReply + outcome.lost.length >= calls);
  } finally {
    over.abort();
    await Promise.all([...working, ...listening]);
  }
  return outcome;
}

/** Keeps a socket open as the web client does: opens it again soon after it closed. It is lost when that fails for too long. */
async function keepSocket(url: string, over: AbortSignal, outcome: Outcome): Promise<void> {
  let isFirst = true;
  while (!over.aborted) {
    let isUp = false;
    for (let tries = 0; tries < reconnectTries && !isUp && !over.aborted; tries += 1) {
      isUp = await oneSocket(url, over, () => {
        if (!isFirst) outcome.reconnects += 1;
        isFirst = false;
      });
      if (!over.aborted) await sleep(reconnectMs);
    }
    if (!isUp && !over.aborted) outcome.lost.push('a socket could not be opened again');
  }
}

/** Resolves when the socket has ended, with whether it had been up. */
function oneSocket(url: string, over: AbortSignal, onUp: () => void): Promise<boolean> {
  const socket = new WebSocket(`${url.replace('http', 'ws')}/app/${key}?protocol=7&client=roll`);
  const close = () => socket.terminate();
  over.addEventListener('abort', close);
  let isUp = false;
  return new Promise((done) => {
    socket.on('message', (frame: Buffer) => {
      if (isUp || !frame.toString().includes('pusher:connection_established')) return;
      isUp = true;
      onUp();
    });
    socket.on('error', () => {});
    socket.on('close', () => {
      over.removeEventListener('abort', close);
      done(isUp);
    });
  });
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
      return loadPage(url, browser);
  }
}

/** A page and the files that it names, each from whichever server comes next. */
async function loadPage(url: string, browser: Browser): Promise<void> {
  const page = await readAs(url, browser, '/en/login');
  const files = page.toString().match(/(?<=")\/assets\/[^"]+\.(?:js|css)(?=")/g) ?? [];
  for (const file of files.slice(0, 3)) await readAs(url, browser, file);
}
