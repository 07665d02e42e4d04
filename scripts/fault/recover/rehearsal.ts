import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readConfig } from '#server/platform/config/config.ts';
import { connect, type Db } from '#server/platform/db/database.ts';
import { ownerRole, servingRole } from '#server/platform/db/embedded/credentials.ts';
import { sql } from '#server/platform/db/sql.ts';
import { createDatabase, on } from '#test/database/replicated.ts';
import { dataFolder, freePort, startServer, type ServerProcess } from '../../../e2e/support/server-process.ts';
import type { Hand } from '../hand.ts';
import { judge, writtenBy } from '../referee.ts';
import { prepareHands } from '../rounds.ts';
import { archiveTimeoutS, startArchivedServer, type ArchivedServer } from './pgbackrest.ts';

/** How one recovery went. */
export interface Recovery {
  what: string;
  /** Confirmed acts before it, and those of them that are gone. */
  confirmed: number;
  lost: number;
  /** By how much the newest posting is older than the loss, in seconds: the loss in time. */
  lossS: number;
  /** Until the database answered, and until Atrium did, from the decision to recover, in seconds. */
  databaseS: number;
  readyS: number;
  /** What is wrong, apart from acts of the last moments before a loss, which no archive has. */
  problems: string[];
}

const silent = { info() {}, warn() {}, error() {} };
/** For the last part of the log on its way to the archive. */
const copyingS = 10;

/**
 * Clients move money on a database whose log is archived. First a mistake removes every table, and the database goes back
 * to the moment before; then the machine of the database is lost, and the archive is all there is. All on loopback.
 * @param seconds for which clients work before each of both
 */
export async function rehearse(seconds: number): Promise<Recovery[]> {
  const archived = await startArchivedServer();
  const data = await dataFolder();
  let stage: Stage | undefined;
  try {
    stage = await openStage(archived, data);
    await archived.backUp();
    return [await undoMistake(stage, seconds), await replaceMachine(stage, seconds)];
  } finally {
    await stage?.close();
    await archived.stop();
    await rm(dirname(data), { recursive: true, force: true });
  }
}

/** The database, a server that is started again after each recovery, and clients at work. */
interface Stage {
  archived: ArchivedServer;
  hands: Hand[];
  openings: Map<string, bigint>;
  open(): Db;
  /** Lets the clients work for so long, until each has its answer. */
  work(ms: number): Promise<void>;
  killServer(): Promise<void>;
  startServer(): Promise<void>;
  close(): Promise<void>;
}

async function openStage(archived: ArchivedServer, data: string): Promise<Stage> {
  const { server: database } = archived;
  const name = await createDatabase(database);
  const addressAs = (role: string) => database.address(name).replace('//postgres@', `//${role}@`);
  const env = { DATABASE_URL: addressAs(servingRole), DATABASE_OWNER_URL: addressAs(ownerRole) };
  const port = await freePort();
  const open = () => connect(addressAs('postgres'), silent, { secrets: readConfig({}) });
  let server: ServerProcess | undefined = await startServer(data, port, env);
  const { url } = server;
  const { hands, openings } = await inDatabase(open, (db) => prepareHands(url, db));
  return {
    archived,
    hands,
    openings,
    open,
    async work(ms) {
      const until = performance.now() + ms;
      const isOver = () => performance.now() > until;
      const working = Promise.all(hands.map((hand) => hand.work(url, isOver)));
      await Promise.all([working, liftLimits(open, isOver)]);
    },
    async killServer() {
      await server?.kill();
      server = undefined;
    },
    async startServer() {
      server = await startServer(data, port, env);
    },
    close: async () => server?.stop(),
  };
}

/** Clients do more here in a minute than they may in an hour. The database may be away. */
async function liftLimits(open: () => Db, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    await inDatabase(open, (db) => db.run(sql`delete from rate_window`)).catch(() => {});
    await sleep(1000);
  }
}

async function undoMistake(stage: Stage, seconds: number): Promise<Recovery> {
  const { archived, hands } = stage;
  await stage.work(seconds * 1000);
  const before = hands.map(({ sent }) => sent.length);
  const [row] = (await on(archived.server, 'select clock_timestamp()::text as at')) as { at: string }[];
  const { at = '' } = row ?? {};
  await stage.work(1000);
  await inDatabase(stage.open, (db) => db.run(sql`drop schema public cascade`));
  await stage.killServer();
  await archived.archive();
  // What came after the moment is given up: clients and books go back to it together.
  hands.forEach(({ sent }, nth) => sent.splice(before[nth] ?? 0));
  await archived.lose();
  const recovery = await recover(stage, 'every table dropped by mistake', { moment: at, lostAt: new Date(at) });
  // Until the archive has what follows the moment, the end of it is still the mistake.
  await archived.backUp();
  return recovery;
}

async function replaceMachine(stage: Stage, seconds: number): Promise<Recovery> {
  const working = stage.work(seconds * 1000 + 500);
  await sleep(seconds * 1000);
  const lostAt = new Date();
  await stage.archived.lose();
  await stage.killServer();
  await working;
  return recover(stage, 'the machine of the database lost', { lostAt, losesS: archiveTimeoutS + copyingS });
}

interface Loss {
  lostAt: Date;
  moment?: string;
  /** For how long before the loss confirmed acts may be gone. */
  losesS?: number;
}

async function recover(stage: Stage, what: string, { moment, lostAt, losesS = 0 }: Loss): Promise<Recovery> {
  const begun = performance.now();
  const since = () => (performance.now() - begun) / 1000;
  await stage.archived.recover(moment);
  const databaseS = since();
  await stage.startServer();
  const readyS = since();
  return inDatabase(stage.open, async (db) => {
    const { hands, openings } = stage;
    const all = () => hands.flatMap(({ sent }) => sent);
    const confirmed = () => all().filter(({ response }) => response !== undefined).length;
    const before = confirmed();
    if (losesS > 0) await giveUpLost(db, hands);
    const lost = before - confirmed();
    const look = () => db.snapshot((tx) => judge(tx, hands, openings));
    const problems = await look();
    const { newest } = await db.one<{ newest: Date }>(sql`select max(at) as newest from ledger_transaction`);
    const lossS = Math.max(0, (lostAt.getTime() - newest.getTime()) / 1000);
    if (losesS > 0 && lossS > losesS) problems.push(`${lossS} s are lost, more than ${losesS}`);
    const kept = all().length;
    await stage.work(1000);
    problems.push(...(await look()).map((line) => `then: ${line}`));
    if (all().length === kept) problems.push('then: no act succeeds');
    return { what, confirmed: before, lost, lossS, databaseS, readyS, problems };
  });
}

/** Acts that are not in the books: what their clients do next must not build on them. */
async function giveUpLost(db: Db, hands: Hand[]): Promise<void> {
  const written = new Set((await writtenBy(db, hands)).map(({ key }) => key));
  for (const { sent } of hands) sent.splice(0, sent.length, ...sent.filter(({ key }) => written.has(key)));
}

async function inDatabase<T>(open: () => Db, action: (db: Db) => Promise<T>): Promise<T> {
  const db = open();
  try {
    return await action(db);
  } finally {
    await db.close();
  }
}
