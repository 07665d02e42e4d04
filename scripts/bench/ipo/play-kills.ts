import { rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { offeringInAllotment, orderAllotment } from '#test/ipo/book.ts';
import { dataFolder, freePort, startServer } from '../../../e2e/support/server-process.ts';
import { embeddedDatabase } from '../../fault/database.ts';
import { fillBook } from './fill-book.ts';
import { judge } from './judge.ts';

/** The result of an interrupted allotment. `killedAt` lists how many applications were settled at each kill. */
export interface Kills {
  killedAt: number[];
  problems: string[];
}

/**
 * Kills the built server with SIGKILL in the middle of an allotment, `kills` times: first when the book is frozen, then
 * each time when more has been settled. Returns what is wrong with the result: nothing, when it is the one of an
 * undisturbed run.
 */
export async function playKills(applications: number, kills: number): Promise<Kills> {
  const data = await dataFolder();
  const port = await freePort();
  const database = embeddedDatabase(data);
  let server = await startServer(data, port);
  const db = await database.open();
  const killedAt: number[] = [];
  try {
    const offeringId = await offeringInAllotment(db, { quota: applications * 50 });
    await fillBook(db, offeringId, applications);
    await orderAllotment(db, offeringId, { method: 'tier_weighted' });
    for (let n = 0; n < kills; n++) {
      const { settled } = await progressBeyond(db, offeringId, (applications * n) / kills);
      await server.kill();
      killedAt.push(settled);
      server = await startServer(data, port);
    }
    while (!(await progressBeyond(db, offeringId, applications - 1)).isOver) await sleep(50);
    return { killedAt, problems: await judge(db, offeringId) };
  } finally {
    await db.close();
    await server.stop();
    await rm(dirname(data), { recursive: true, force: true });
  }
}

interface Progress {
  settled: number;
  isOver: boolean;
}

export const progressOf = (db: Db, offeringId: string) =>
  db.one<Progress>(sql`
    select (select count(*)::int from ipo_application where offering_id = ${offeringId} and settled_at is not null) as settled,
           state = 'settled' as "isOver"
    from ipo_allotment where offering_id = ${offeringId}`);

/** Waits until more than so many are settled, or as many as at the start are being worked on. */
async function progressBeyond(db: Db, offeringId: string, count: number): Promise<Progress> {
  for (;;) {
    const progress = await progressOf(db, offeringId);
    if (progress.isOver || progress.settled > count) return progress;
    await sleep(5);
  }
}
