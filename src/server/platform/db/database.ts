import type pg from 'pg';
import type { Secrets } from '../secrets/token.ts';
import { connectionLost, openPool, type PoolSettings } from './connection/pool.ts';
import { gather } from './connection/gather.ts';
import { runGroup } from './connection/statement-group.ts';
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

/**
 * An open transaction; unusable once its function has ended. Statements that are asked for before another is awaited, as in
 * `Promise.all`, travel together, in that order: a round trip for all.
 */
export type Tx = Queries & {
  readonly inTransaction: true;
  /** The secrets of the installation, for the MACs of its rows. */
  readonly secrets: Secrets | undefined;
  /** Runs `action` before this commits, in the order in which they were given. */
  beforeCommit(action: () => Promise<void>): void;
  /**
   * Runs `action` after those, together with all others of its kind: it asks `last` for its statement at once, for one at most,
   * which travels with theirs and the commit.
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
  /** Runs `action`, which only reads, on one connection, where statements travel together as in a transaction. */
  together<T>(action: (db: Queries) => Promise<T>): Promise<T>;
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
    together: (action) =>
      onClient(world, (client) =>
        action(queriesBy(gather((configs) => runGroup(client, configs, { begin: false, commit: false })))),
      ),
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

const transaction = <T>(world: World, start: string | undefined, action: (tx: Tx) => Promise<T>): Promise<T> =>
  onClient(world, (client, onBroken) => transactionOn({ client, secrets: world.secrets }, start, action, onBroken));

async function onClient<T>(
  { pool, onLost }: World,
  action: (client: pg.PoolClient, onBroken: (failure: Error) => void) => Promise<T>,
): Promise<T> {
  const client = await pool.connect().catch(explain);
  // The pool listens only to idle connections: without this, one that breaks between two statements ends the process.
  client.on('error', onLost);
  let broken: Error | undefined;
  try {
    return await action(client, (failure) => (broken = failure));
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
  let hasBegun = start !== undefined;
  /** It takes no more statements; those that it has taken are still sent, until it is over. */
  let hasEnded = false;
  let isOver = false;
  let commits = false;
  let end: pg.QueryResult | undefined;
  const request = gather(async (configs) => {
    if (isOver) return { results: [], error: ended() };
    const travelling = { begin: !hasBegun, commit: commits };
    hasBegun = true;
    const outcome = await runGroup(client, configs, travelling);
    // Whether it has begun is unknown: another statement could run outside it.
    if (outcome.error && (travelling.begin || travelling.commit)) hasEnded = isOver = true;
    end = outcome.end;
    return outcome;
  });
  const queries = queriesBy(async (config) => {
    if (hasEnded) throw ended();
    return request(config);
  });
  const last = queriesBy(async (config) => {
    if (hasEnded) throw ended();
    commits = true;
    return request(config);
  });
  const before: (() => Promise<void>)[] = [];
  const lastActions: ((last: Queries) => Promise<void>)[] = [];
  const afterwards: (() => void)[] = [];
  try {
    if (start !== undefined) await client.query(start).catch(explain);
    const result = await action({
      ...queries,
      inTransaction: true,
      secrets,
      beforeCommit: (finish) => void before.push(finish),
      atCommit: (finish) => void lastActions.push(finish),
      afterCommit: (later) => void afterwards.push(later),
    });
    // One of them may give another.
    for (const finish of before) await finish();
    const lastOnes = lastActions.map((finish) => finish(last));
    hasEnded = true;
    await Promise.all(lastOnes);
    isOver = true;
    if (hasBegun && !commits) end = await tracedStatement('commit', () => client.query('commit').catch(explain));
    if (hasBegun) checkCommitted(end);
    for (const later of afterwards) later();
    return result;
  } catch (error) {
    hasEnded = isOver = true;
    // A connection whose rollback fails is in an unknown state: it is dropped, and PostgreSQL rolls back.
    if (hasBegun) await client.query('rollback').catch(onBroken);
    throw error;
  }
}

const ended = () => new Error('this transaction has ended; await every statement inside it');

/** PostgreSQL responds to `commit` in a failed transaction with a quiet ROLLBACK, which must not pass for success. */
function checkCommitted(end: pg.QueryResult | undefined): void {
  if (end?.command !== 'COMMIT')
    throw new Error('the transaction was rolled back, because a statement in it had failed');
}
