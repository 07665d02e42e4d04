import type pg from 'pg';
import type { Secrets } from '../secrets/token.ts';
import { connectionLost, openPool, type PoolSettings } from './connection/pool.ts';
import { runWith } from './connection/transaction-statement.ts';
import { prepared } from './prepared.ts';
import type { Replicated } from './replica/replica.ts';
import type { Sql } from './sql.ts';
import { DatabaseTrouble, explain } from './database-error.ts';
import { openChanges, type Changes } from './changes.ts';
import { tracedStatement } from '../telemetry/statement-span.ts';

/** What this floor needs of a logger; pino has it. */
export type Log = Record<'info' | 'warn' | 'error', (fields: object, message: string) => void>;

/** Runs one statement. `Row` is the caller's promise about the columns that it selects. */
export type Queries = {
  /** All rows, possibly none. */
  rows<Row extends object>(statement: Sql): Promise<Row[]>;
  /** Exactly one row; any other number is a defect. */
  one<Row extends object>(statement: Sql): Promise<Row>;
  /** One row or none; several are a defect. */
  maybeOne<Row extends object>(statement: Sql): Promise<Row | undefined>;
  /** Runs it for its effect and returns the number of rows. */
  run(statement: Sql): Promise<number>;
};

/** An open transaction; unusable once its function has ended. */
export type Tx = Queries & {
  readonly inTransaction: true;
  /** The secrets of the installation, for the MACs of its rows. */
  readonly secrets: Secrets | undefined;
  /** Runs `action` as the last thing before this commits, in the order in which they were given. */
  beforeCommit(action: () => Promise<void>): void;
  /**
   * The same for an action of one statement at most, which it runs on `last`: where nothing follows, that travels with the
   * commit.
   */
  atCommit(action: (last: Queries) => Promise<void>): void;
  /** Runs `action` once this has committed, and never when it has not. */
  afterCommit(action: () => void): void;
};

/** A pool of connections to one database. */
export type Db = Queries & {
  /**
   * Runs `action` in a read-committed transaction: commits when it returns, rolls back when it throws. Returns only
   * after PostgreSQL has confirmed the commit. Take row locks in a fixed order, by id.
   */
  tx<T>(action: (tx: Tx) => Promise<T>): Promise<T>;
  /** Runs `action` on one snapshot of the database, read-only and without a time limit. */
  snapshot<T>(action: (tx: Tx) => Promise<T>): Promise<T>;
  /** How its connections are used at this moment. */
  pool(): PoolState;
  /** News of what other processes change. */
  changes: Pick<Changes, 'on' | 'isUp'>;
  /** Where a standby serves reads. */
  replica?: Replicated;
  /** Waits for statements under way, then closes all connections. */
  close(): Promise<void>;
};

/** Connections: the maximum, the open ones, the idle ones, and the calls that wait for one. */
export type PoolState = { size: number; open: number; idle: number; waiting: number };

/** Read-only, and without a time limit. */
export const ONE_MOMENT = `
  begin isolation level repeatable read, read only;
  set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

/** Opens a pool on `url`; connects when first used. Lost connections are logged and replaced, never fatal. */
export function connect(url: string, log: Log, settings: PoolSettings = {}): Db {
  const { pool, connection } = openPool(url, log, settings, (message) => changes.foresee(message));
  const changes = openChanges(connection, log);
  const world = { pool, onLost: connectionLost(log), secrets: settings.secrets };

  return {
    ...queriesOn(pool),
    tx: (action) => transaction(world, undefined, action),
    snapshot: (action) => transaction(world, ONE_MOMENT, action),
    pool: () => ({
      size: pool.options.max,
      open: pool.totalCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    changes,
    async close() {
      await changes.stop();
      await pool.end();
    },
  };
}

/** PostgreSQL’s code for a lock that was not to be had in time. */
const lockNotAvailable = '55P03';

/**
 * Whether another transaction has held a lock for too long: nothing was changed, and the statement may be tried again.
 */
export const isLockTimeout = (error: Error): boolean => 'code' in error && error.code === lockNotAvailable;

/** Statements over a connection, or over any of a pool. */
export function queriesOn(connection: pg.Pool | pg.ClientBase): Queries {
  return queriesBy((config) => connection.query(config));
}

function queriesBy(run: (config: pg.QueryConfig<unknown[]>) => Promise<pg.QueryResult>): Queries {
  const request = async (statement: Sql) =>
    tracedStatement(statement.text, () => run(prepared(statement)).catch(explain));
  const rows: Queries['rows'] = async (statement) => (await request(statement)).rows;
  return {
    rows,
    async one<Row extends object>(statement: Sql) {
      const [first, ...others] = await rows<Row>(statement);
      if (!first || others.length > 0) throw notOne('exactly one row', statement);
      return first;
    },
    async maybeOne<Row extends object>(statement: Sql) {
      const [first, ...others] = await rows<Row>(statement);
      if (others.length > 0) throw notOne('at most one row', statement);
      return first;
    },
    run: async (statement) => (await request(statement)).rowCount ?? 0,
  };
}

function notOne(expected: string, { text }: Sql): Error {
  return new Error(`expected ${expected} from: ${text.replace(/\s+/g, ' ').trim()}`);
}

interface World {
  pool: pg.Pool;
  onLost: (error: Error) => void;
  secrets: Secrets | undefined;
}

async function transaction<T>(
  { pool, onLost, secrets }: World,
  start: string | undefined,
  action: (tx: Tx) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch(explain);
  // The pool listens only to idle connections: without this, one that breaks between two statements ends the process.
  client.on('error', onLost);
  let broken: Error | undefined;
  try {
    return await transactionOn({ client, secrets }, start, action, (failure) => (broken = failure));
  } catch (error) {
    // One that is well may still lead to the wrong server, as to a primary that became a standby.
    if (error instanceof DatabaseTrouble) broken ??= error;
    throw error;
  } finally {
    client.off('error', onLost);
    client.release(broken);
  }
}

/**
 * A read-committed transaction begins with its first statement, and perhaps commits with its last: one that runs none costs
 * nothing. `start` begins another kind at once. The caller releases the connection.
 * @param onBroken takes the failure of a rollback
 */
export async function transactionOn<T>(
  { client, secrets }: { client: pg.PoolClient; secrets: Secrets | undefined },
  start: string | undefined,
  action: (tx: Tx) => Promise<T>,
  onBroken: (failure: Error) => void,
): Promise<T> {
  let state: 'due' | 'open' | 'ended' = start === undefined ? 'due' : 'open';
  let end: pg.QueryResult | undefined;
  const request = (commit: boolean) =>
    queriesBy(async (config) => {
      if (state === 'ended') throw new Error('this transaction has ended; await every statement inside it');
      const begin = state === 'due';
      state = commit ? 'ended' : 'open';
      if (!begin && !commit) return client.query(config);
      const done = await runWith(client, config, { begin, commit }).catch((error: unknown) => {
        // Whether it has begun is unknown: another statement could run outside it.
        state = 'ended';
        throw error;
      });
      end = done.end;
      return done.result;
    });
  const last: { finish: (last: Queries) => Promise<void>; isOne: boolean }[] = [];
  const afterwards: (() => void)[] = [];
  try {
    if (start !== undefined) await client.query(start).catch(explain);
    const queries = request(false);
    const result = await action({
      ...queries,
      inTransaction: true,
      secrets,
      beforeCommit: (finish) => void last.push({ finish, isOne: false }),
      atCommit: (finish) => void last.push({ finish, isOne: true }),
      afterCommit: (later) => void afterwards.push(later),
    });
    for (const [index, { finish, isOne }] of last.entries())
      await finish(isOne && index === last.length - 1 ? request(true) : queries);
    const isOpen = state === 'open';
    const isEmpty = state === 'due';
    state = 'ended';
    if (isOpen) end = await tracedStatement('commit', () => client.query('commit').catch(explain));
    if (!isEmpty) checkCommitted(end);
    for (const later of afterwards) later();
    return result;
  } catch (error) {
    const hasBegun = state !== 'due';
    state = 'ended';
    // A connection whose rollback fails is in an unknown state: it is dropped, and PostgreSQL rolls back.
    if (hasBegun) await client.query('rollback').catch(onBroken);
    throw error;
  }
}

/** PostgreSQL responds to `commit` in a failed transaction with a quiet ROLLBACK, which must not pass for success. */
function checkCommitted(end: pg.QueryResult | undefined): void {
  if (end?.command !== 'COMMIT')
    throw new Error('the transaction was rolled back, because a statement in it had failed');
}
