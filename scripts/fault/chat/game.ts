import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatRoom } from '#contract/support.ts';
import { demoSecret, readConfig } from '#server/platform/config.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/row-macs.ts';
import { newBrowser, type Browser } from '#test/browser.ts';
import { dataFolder, freePort, startServer, type ServerProcess } from '../../../e2e/support/server-process.ts';
import { outsideDatabase } from '../database.ts';
import { call, register } from '../hand.ts';
import { openDevice, type Device } from './device.ts';
import { strike, type Strikes } from './strikes.ts';
import { judge } from './referee.ts';
import { openWire } from './wire.ts';

/** How a talk went. `problems` is empty when every device shows everything that was said, once and in the same order. */
export interface Outcome extends Strikes {
  messages: number;
  answersLost: number;
  sentTwice: number;
  seconds: number;
  /** Until the last device had everything, by itself. */
  settledAfterS: number;
  problems: string[];
}

export interface Course {
  /** Of each side. */
  messages: number;
  /** How long one device sleeps. */
  sleepS: number;
  /** So long it takes at least; what happens to the servers is spread over it. */
  seconds: number;
}

const settleS = 60;

/** Two servers on one database that tell each other over PostgreSQL, as behind a balancer. */
interface Stage {
  db: Db;
  ports: number[];
  servers: ServerProcess[];
  start(place: number): Promise<void>;
  end(): Promise<void>;
}

async function setStage(): Promise<Stage> {
  const data = await dataFolder();
  const database = await outsideDatabase(dirname(data));
  const ports = [await freePort(), await freePort()];
  const servers: ServerProcess[] = [];
  const start = async (place: number) => {
    // Support talks here, it does not show who it is.
    const env = { ...database.env, STAFF_SECOND_FACTOR: '0' };
    servers[place] = await startServer(`${data}-${place}`, ports[place] ?? 0, env);
  };
  await start(0);
  await start(1);
  const db = await database.open();
  return {
    db,
    ports,
    servers,
    start,
    async end() {
      await Promise.all(servers.map((server) => server.stop()));
      await db.close();
      await database.stop();
      await rm(dirname(data), { recursive: true, force: true });
    },
  };
}

/**
 * A client and support talk for a while through two real servers of the built product, while these are killed and restarted, the
 * bus between them is away for two seconds, cables are cut, answers are lost after the commit, two tabs send the same, and
 * a device sleeps. All on loopback.
 */
export async function playChat({ messages, sleepS, seconds }: Course): Promise<Outcome> {
  const began = performance.now();
  const since = () => (performance.now() - began) / 1000;
  const stage = await setStage();
  const counts = { answersLost: 0, sentTwice: 0 };
  const devices: Device[] = [];
  try {
    const url = `http://127.0.0.1:${stage.ports[0]}`;
    const [ida, anna] = [newBrowser(demoSecret), newBrowser(demoSecret)];
    const ask: Parameters<typeof register>[2] = (to, route, { body }) => call(to, who, route, body ?? {});
    let who: Browser = ida;
    await register(url, ida, ask);
    who = anna;
    const config = readConfig({ APP_SECRET: demoSecret });
    const agent = await register(url, anna, ask);
    // Only the owner of the tables gives a role alone, as the command line of the server does.
    await stage.db.tx(async (tx) => {
      await tx.run(sql`set local role atrium`);
      await openPerson(tx, config, agent);
      await tx.run(sql`update client set roles = array['client', 'support'] where id = ${agent}`);
    });
    const room: ChatRoom = await call(url, ida, 'POST /api/chat/room', {});

    const { key } = config.realtime.credentials;
    const trouble = {
      losesAnswer: () => chance(0.05) && Boolean((counts.answersLost += 1)),
      isDoubled: () => chance(0.05) && Boolean((counts.sentTwice += 1)),
    };
    const open = async (name: string, browser: Browser, side: 'client' | 'support', place: number) => {
      const wire = await openWire(stage.ports[place] ?? 0);
      const device = openDevice({ name, browser, side, roomId: room.id, key, wire, trouble });
      devices.push(device);
      return device;
    };
    const tabs = [await open('tab', ida, 'client', 0), await open('phone', ida, 'client', 1)] as const;
    const desk = await open('desk', anna, 'support', 1);
    const sleeper = await open('asleep', ida, 'client', 0);

    let over = false;
    // Nobody types so fast: how many may be sent in a minute is not what this is about.
    const referee = setInterval(() => void stage.db.run(sql`delete from rate_window`).catch(() => undefined), 500);
    const struck = strike({ ...stage, devices, sleeper, sleepS, seconds, isOver: () => over });
    const pause = Math.max(5, ((seconds * 1000) / messages) * 0.9);
    const said: string[] = [];
    for (let n = 0; n < messages; n += 1) {
      const [fromClient, fromSupport] = [`client ${n}`, `support ${n}`];
      said.push(fromClient, fromSupport);
      void (tabs[n % 2] ?? tabs[0]).talk.say({ text: fromClient });
      void desk.talk.say({ text: fromSupport });
      await sleep(pause * (0.5 + Math.random()));
    }
    over = true;
    const strikes = await struck;
    const settledAfterS = await settle(devices, said.length);
    clearInterval(referee);
    const problems = await judge(stage.db, room.id, devices, said);
    return { messages: said.length, ...counts, ...strikes, seconds: Math.round(since()), settledAfterS, problems };
  } finally {
    for (const device of devices) device.close();
    await stage.end();
  }
}

const chance = (share: number) => Math.random() < share;

/** Nobody asks the devices to fetch any more: what they miss they have to find by themselves. A person presses "again" where it says so. */
async function settle(devices: Device[], count: number): Promise<number> {
  const began = performance.now();
  const afterS = () => (performance.now() - began) / 1000;
  const isMissing = ({ talk }: Device) => talk.store.get().outgoing.length > 0 || talk.store.get().reachedSeq < count;
  let pressedAt = 0;
  while (devices.some(isMissing) && afterS() < settleS) {
    await sleep(50);
    if (afterS() - pressedAt < 5) continue;
    pressedAt = afterS();
    for (const { talk } of devices) for (const { id } of talk.store.get().outgoing) await talk.retry(id);
  }
  return Math.round(afterS() * 10) / 10;
}
