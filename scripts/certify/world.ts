import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoSecret } from '#server/platform/config/environment.ts';
import type { ResponseOf, Route } from '#contract/api.ts';
import { clockHeader } from '#contract/kernel/constants.ts';
import { demoPassword, demoPeople } from '#server/demo/people.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newBrowser, type Browser } from '#test/browser.ts';
import { dataFolder, freePort, startServer, type ServerProcess } from '../../e2e/support/server-process.ts';
import { embeddedDatabase } from '../fault/database.ts';
import { call, Refused, register } from '../fault/hand.ts';
import { run } from '../run.ts';

/** A person who is signed in. */
export interface Person extends Browser {
  id: string;
  password: string;
}

/** A demo of its own: the built server on a free port of this machine, with its own database in its own folder. */
export interface World {
  url: string;
  /** For what the referee reads, and for the clock. */
  db: Db;
  /** The time of the product, in seconds. */
  now: () => number;
  /** The times that the server may have, in seconds: while the clock moves, it is ahead of the referee or behind. */
  clocks: () => number[];
  /** Moves the clock of the demo. */
  pass: (seconds: number) => Promise<void>;
  /** Ends the server without warning, as a failing machine would. */
  kill: () => Promise<void>;
  /** Starts a killed server again. */
  revive: () => Promise<void>;
  kills: () => number;
  staff: (name: string) => Promise<Person>;
  newClient: (name?: readonly [string, string]) => Promise<Person>;
  ask: <R extends Route>(who: Person, route: R, body: object, key?: string) => Promise<ResponseOf<R>>;
  /** What the servers have written to their logs. */
  log: () => string;
  close: () => Promise<void>;
}

/** The data of a demo in which nothing has happened yet. Worlds may begin with a copy. */
export async function seededData(): Promise<string> {
  const data = await dataFolder();
  const server = await startServer(data, await freePort(), { DEMO: '1' });
  await server.stop();
  await embeddedDatabase(data).stop();
  return data;
}

/** @param seed where the data are that it begins with; it makes its own without */
export async function openWorld(more: Record<string, string> = {}, seed?: string): Promise<World> {
  const data = await dataFolder();
  // With the owners of the files: the database runs as another user.
  if (seed !== undefined && (await run(['cp', '-a', seed, data])) !== 0) throw new Error(`${seed} was not copied`);
  const port = await freePort();
  const env = { DEMO: '1', LOG_LEVEL: 'debug', ...more };
  const database = embeddedDatabase(data);
  const people = new Map<string, Person>();
  const logs: string[] = [];
  let aheadMs = 0;
  let edgeMs = 0;
  let killed = 0;
  let server: ServerProcess | undefined = await startServer(data, port, env);
  const { url } = server;
  const db = await database.open();

  const world: World = {
    url,
    db,
    now: () => Math.floor((Date.now() + aheadMs) / 1000),
    clocks: () => [world.now(), world.now() + edgeMs / 1000],
    kills: () => killed,
    log: () => [...logs, server?.output() ?? ''].join('\n'),
    async pass(seconds) {
      edgeMs = seconds * 1000;
      await db.run(sql`update demo_clock set ahead_ms = ahead_ms + ${seconds * 1000}`);
      aheadMs += seconds * 1000;
      edgeMs = -seconds * 1000;
      if (!server) return;
      // A call, unlike a probe, wakes jobs that rest, as the one by which a person moves the clock does.
      await until('the clock moves', async () => {
        const { headers } = await fetch(`${url}/api/demo/people`);
        return Number(headers.get(clockHeader) ?? 0) >= aheadMs ? true : undefined;
      });
    },
    async kill() {
      const dying = server;
      if (!dying) return;
      server = undefined;
      killed += 1;
      await dying.kill();
      logs.push(dying.output());
    },
    async revive() {
      server ??= await startServer(data, port, env);
      // The lease of a job goes by the clock of the database, which stands by itself: two minutes are over.
      await db.tx(async (tx) => {
        // In the order in which the server locks them, which has just begun its jobs.
        await tx.rows(sql`select name from job order by name for update`);
        await tx.run(sql`update job set leased_until = '-infinity'`);
      });
      await db.run(sql`
        delete from rate_window where ctid in (select ctid from rate_window for update skip locked)`);
    },
    async staff(name) {
      const known = people.get(name);
      if (known) return known;
      const found = demoPeople.find(({ id }) => id === name);
      const browser = newBrowser(demoSecret);
      const entered = await call(url, browser, 'POST /api/login', {
        email: found?.email ?? '',
        password: demoPassword,
      });
      if (!('token' in entered)) throw new Error(`${name} has a second factor`);
      const person = Object.assign(browser, { token: entered.token, id: entered.user.id, password: demoPassword });
      people.set(name, person);
      return person;
    },
    async newClient(name) {
      const browser = newBrowser(demoSecret);
      const id = await register(url, browser, (to, route, { body }) => call(to, browser, route, body ?? {}), name);
      return Object.assign(browser, { id, password: 'three quiet harbours' });
    },
    async ask(who, route, body, key = randomUUID()) {
      try {
        return await call(url, who, route, body, key);
      } catch (error) {
        if (!(error instanceof Refused && error.message.includes('"auth.proof_due"'))) throw error;
        await call(url, who, 'POST /api/session/prove', { current_password: who.password });
        return call(url, who, route, body, key);
      }
    },
    async close() {
      await server?.stop();
      await db.close();
      await database.stop();
      await rm(dirname(data), { recursive: true, force: true });
    },
  };
  return world;
}

/** Until something is there; an error after the limit. */
export async function until<T>(what: string, look: () => Promise<T | undefined> | T | undefined, limitMs = 30_000) {
  for (const end = Date.now() + limitMs; ;) {
    const found = await look();
    if (found !== undefined) return found;
    if (Date.now() > end) throw new Error(`not within ${limitMs / 1000} s: ${what}`);
    await sleep(50);
  }
}
