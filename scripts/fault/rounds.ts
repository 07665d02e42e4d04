import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { demoSecret } from '#server/platform/config/environment.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { deposit } from '#test/money/wallet.ts';
import { dataFolder, freePort, startServer, type ServerProcess } from '../../e2e/support/server-process.ts';
import { embeddedDatabase, externalDatabase, type Database } from './database.ts';
import { newHand, type Hand } from './hand.ts';
import { balancesOfHands, judge } from './referee.ts';

/** How a game went. `problems` ends it, and is empty when nothing was lost, doubled or out of balance. */
export interface Outcome {
  rounds: number;
  hasReply: number;
  /** Actions without a response because of a kill, sent again with the same key. */
  requestedAgain: number;
  databaseRestarts: number;
  problems: string[];
}

const handCount = 6;
const openingMinor = 100_000_000n;
const longestStreamMs = 900;

/**
 * Kills the built server again and again in the middle of a stream of transfers, on its own database or on one beside it
 * that is restarted as well, and holds its books against what it answered after every kill. All on loopback.
 */
export async function playRounds(
  rounds: number,
  where: 'embedded' | 'outside',
  report: (line: string) => void = () => {},
): Promise<Outcome> {
  const data = await dataFolder();
  const port = await freePort();
  const database = where === 'outside' ? await externalDatabase(dirname(data)) : embeddedDatabase(data);
  const outcome: Outcome = { rounds: 0, hasReply: 0, requestedAgain: 0, databaseRestarts: 0, problems: [] };
  let server: ServerProcess | undefined;
  try {
    server = await startServer(data, port, database.env);
    const { url } = server;
    const { hands, openings } = await inDatabase(database, (db) => prepareHands(url, db));
    const look = () => inDatabase(database, (db) => db.snapshot((tx) => judge(tx, hands, openings)));
    while (outcome.rounds < rounds && outcome.problems.length === 0) {
      outcome.databaseRestarts += await fire(server, hands, database);
      outcome.problems = await look();
      server = await startServer(data, port, database.env);
      // Each round resets the rate limits.
      await inDatabase(database, (db) => db.run(sql`delete from rate_window`));
      for (const hand of hands) if (await hand.retry(server.url)) outcome.requestedAgain += 1;
      outcome.problems.push(...(await look()));
      outcome.rounds += 1;
      outcome.hasReply = sentBy(hands);
      if (outcome.rounds % 10 === 0) report(`${where}: ${JSON.stringify(outcome)}`);
    }
    return outcome;
  } finally {
    await server?.stop();
    await database.stop();
    await rm(dirname(data), { recursive: true, force: true });
  }
}

/** Clients with money, and rates and quotes that outlast a restart. */
export async function prepareHands(url: string, db: Db): Promise<{ hands: Hand[]; openings: Map<string, bigint> }> {
  await db.run(sql`update conversion_setting set quote_lifetime_s = 300`);
  await db.run(sql`update currency set rate_max_age_s = null`);
  const fund = (clientId: string) => deposit(db, clientId, openingMinor, new Date());
  const hands: Hand[] = [];
  for (let n = 0; n < handCount; n++) hands.push(await newHand(url, demoSecret, fund));
  return { hands, openings: await balancesOfHands(db, hands) };
}

const sentBy = (hands: readonly Hand[]) => hands.reduce((sum, { sent }) => sum + sent.length, 0);

/** A stream of transfers, cut off at some moment. Returns how often the database was restarted during it. */
async function fire(server: ServerProcess, hands: Hand[], database: Database): Promise<number> {
  const begun = sentBy(hands) + hands.length;
  let over = false;
  const streams = Promise.all(hands.map((hand) => hand.work(server.url, () => over)));
  // They are at work, however slow the machine is just after a start.
  while (sentBy(hands) < begun) await sleep(5);
  const restart = database.restart !== undefined && Math.random() < 0.5;
  const moment = () => sleep(50 + Math.random() * longestStreamMs);
  await Promise.all([
    restart ? moment().then(() => database.restart?.()) : undefined,
    moment().then(() => server.kill()),
  ]);
  over = true;
  await streams;
  return restart ? 1 : 0;
}

async function inDatabase<T>(database: Database, action: (db: Db) => Promise<T>): Promise<T> {
  const db = await database.open();
  try {
    return await action(db);
  } finally {
    await db.close();
  }
}
