import { AsyncLocalStorage } from 'node:async_hooks';
import type pg from 'pg';
import { DatabaseTrouble, tookTooLong, writeRefused } from '../database-error.ts';
import type { Db, Queries, Tx } from '../database.ts';
import type { Replica } from './replica.ts';

/** How the present work reads. */
interface Reading {
  /** It has to see everything committed before. */
  since: number;
  hasWritten: boolean;
  wasServed: boolean;
}

const readings = new AsyncLocalStorage<Reading>();

interface OnReplica {
  queries: (client: pg.PoolClient) => Queries;
  snapshot: <T>(client: pg.PoolClient, action: (tx: Tx) => Promise<T>) => Promise<T>;
}

/**
 * A database whose `reading` is served by a replica. Transactions, and statements that are run for their effect, go to
 * the primary also there; what is read after them in the same work shows them.
 */
export function withReplica(primary: Db, replica: Replica, on: OnReplica): Db {
  async function read<T>(there: (client: pg.PoolClient) => Promise<T>, here: () => Promise<T>): Promise<T> {
    const reading = readings.getStore();
    if (!reading) return here();
    const found = await replica.use(reading.since, (client) => {
      reading.wasServed = true;
      return there(client);
    });
    return found ? found.result : here();
  }

  async function write<T>(action: () => Promise<T>): Promise<T> {
    const reading = readings.getStore();
    if (!reading) return action();
    // Also while it is under way: then the work is not done once more.
    reading.hasWritten = true;
    try {
      return await action();
    } finally {
      reading.since = replica.now();
    }
  }

  return {
    ...primary,
    rows: (statement) =>
      read(
        (client) => on.queries(client).rows(statement),
        () => primary.rows(statement),
      ),
    one: (statement) =>
      read(
        (client) => on.queries(client).one(statement),
        () => primary.one(statement),
      ),
    maybeOne: (statement) =>
      read(
        (client) => on.queries(client).maybeOne(statement),
        () => primary.maybeOne(statement),
      ),
    snapshot: (action) =>
      read(
        (client) => on.snapshot(client, action),
        () => primary.snapshot(action),
      ),
    run: (statement) => write(() => primary.run(statement)),
    // Its own statements are on its own connection, whatever else it calls in the meantime.
    tx: (action) => write(() => readings.exit(() => primary.tx(action))),
    replica: {
      state: replica.state,
      maxLagMs: replica.maxLagMs,
      async reading(isFresh, work) {
        const since = replica.now() - (isFresh ? 0 : replica.maxLagMs);
        const reading: Reading = { since, hasWritten: false, wasServed: false };
        try {
          return { result: await readings.run(reading, work), hasWritten: reading.hasWritten };
        } catch (error) {
          if (!reading.wasServed || reading.hasWritten || isOfAnyServer(error)) throw error;
          return { result: await work(), hasWritten: true };
        }
      },
    },
    async close() {
      await replica.close();
      await primary.close();
    },
  };
}

/** A write that was refused must not be done elsewhere, and what takes too long takes as long there. */
const isOfAnyServer = (error: unknown) =>
  error instanceof DatabaseTrouble && (error.code === writeRefused || error.code === tookTooLong);
