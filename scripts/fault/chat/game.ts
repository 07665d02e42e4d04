import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ChatRoom } from '#contract/support/endpoints.ts';
import { readConfig } from '#server/platform/config/config.ts';
import { demoSecret } from '#server/platform/config/environment.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { newBrowser, type Browser } from '#test/browser.ts';
import { dataFolder, freePort, startServer, type ServerProcess } from '../../../e2e/support/server-process.ts';
import { externalDatabase } from '../database.ts';
import { call, register } from '../hand.ts';
import { openDevice, type Device } from './device.ts';
import { strike, type Strikes } from './strikes.ts';
import { judge } from './referee.ts';
import { openWire } from './wire.ts';

/** The result of a talk. `problems` is empty when every device shows all messages, once and in the same order. */
export interface Outcome extends Strikes {
  messages: number;
  lostResponses: number;
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
  /** The minimum duration; what happens to the servers is spread over it. */
  seconds: number;
}

const settleS = 60;

/** Two servers on one database that notify each other over PostgreSQL, as behind a balancer. */
interface Stage {
  db: Db;
  ports: number[];
  servers: ServerProcess[];
  start(index: number): Promise<void>;
  end(): Promise<void>;
}

async function setStage(): Promise<Stage> {
  const data = await dataFolder();
  const database = await externalDatabase(dirname(data));
  const ports = [await freePort(), await freePort()];
  const servers: ServerProcess[] = [];
  const start = async (index: number) => {
    // The agents only talk here; their online status is not tested.
    const env = { ...database.env, STAFF_SECOND_FACTOR: '0' };
    servers[index] = await startServer(`${data}-${index}`, ports[index] ?? 0, env);
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
  const counts = { lostResponses: 0, sentTwice: 0 };
  const devices: Device[] = [];
  try {
    const url = `http://127.0.0.1:${stage.ports[0]}`;
    const [ida, anna] = [newBrowser(demoSecret), newBrowser(demoSecret)];
    const request: Parameters<typeof register>[2] = (to, route, { body }) => call(to, who, route, body ?? {});
    let who: Browser = ida;
    await register(url, ida, request);
    who = anna;
    const config = readConfig({ APP_SECRET: demoSecret });
    const agent = await register(url, anna, request);
    // Only the owner of the tables gives a role alone, as the command line of the server does.
    await stage.db.tx(async (tx) => {
      await tx.run(sql`set local role atrium`);
      await openPerson(tx, config, agent);
      await tx.run(sql`update person set roles = array['client', 'support'] where id = ${agent}`);
    });
    const room: ChatRoom = await call(url, ida, 'POST /api/chat/room', {});

    const { key } = config.realtime.credentials;
    const trouble = {
      losesResponse: () => chance(0.05) && Boolean((counts.lostResponses += 1)),
      isDoubled: () => chance(0.05) && Boolean((counts.sentTwice += 1)),
    };
    const open = async (name: string, browser: Browser, side: 'client' | 'support', index: number) => {
      const wire = await openWire(stage.ports[index] ?? 0);
      const device = openDevice({ name, browser, side, roomId: room.id, key, wire, trouble });
      devices.push(device);
      return device;
    };
    const tabs = [await open('tab', ida, 'client', 0), await open('phone', ida, 'client', 1)] as const;
    const staff = await open('desk', anna, 'support', 1);
    const sleeper = await open('asleep', ida, 'client', 0);

    let over = false;
    // No person types so fast: the limit of messages a minute is not tested here.
    const referee = setInterval(() => void stage.db.run(sql`delete from rate_window`).catch(() => undefined), 500);
    const struck = strike({ ...stage, devices, sleeper, sleepS, seconds, isOver: () => over });
    const pause = Math.max(5, ((seconds * 1000) / messages) * 0.9);
    const text: string[] = [];
    for (let n = 0; n < messages; n += 1) {
      const [fromClient, fromSupport] = [`client ${n}`, `support ${n}`];
      text.push(fromClient, fromSupport);
      void (tabs[n % 2] ?? tabs[0]).talk.send({ text: fromClient });
      void staff.talk.send({ text: fromSupport });
      await sleep(pause * (0.5 + Math.random()));
    }
    over = true;
    const strikes = await struck;
    const settledAfterS = await settle(devices, text.length);
    clearInterval(referee);
    const problems = await judge(stage.db, room.id, devices, text);
    return { messages: text.length, ...counts, ...strikes, seconds: Math.round(since()), settledAfterS, problems };
  } finally {
    for (const device of devices) device.close();
    await stage.end();
  }
}

const chance = (share: number) => Math.random() < share;

/**
 * The devices get no further request to fetch: they have to find by themselves what they miss. A person presses "again"
 * where the screen offers it.
 */
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
