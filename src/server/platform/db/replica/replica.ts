import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { DatabaseTrouble, explained, tookTooLong, writeRefused } from '../database-error.ts';
import { lsnOf, openPositions, type Position } from './positions.ts';

/**
 * Why a read went where it went: to the replica, or to the primary because the replica has not replayed enough, cannot
 * be reached, accepts writes itself, has no free connection, or failed at the statement.
 */
export const outcomes = ['replica', 'behind', 'away', 'not_a_standby', 'busy', 'failed'] as const;
export type Outcome = (typeof outcomes)[number];

export interface ReplicaState {
  /** `behind` by more than the bound, or just back; then, and when it is `away` or `not_a_standby`, reads go to the primary. */
  is: 'up' | 'behind' | 'away' | 'not_a_standby';
  reads: Readonly<Record<Outcome, number>>;
}

/** What a database with a replica has more. */
export interface Replicated {
  state(): ReplicaState;
  maxLagMs: number;
  /**
   * Does `work`, which changes nothing, with what it reads from the replica where that is new enough. Where the work
   * fails, as by a row that is not there yet, it is done once more with the primary.
   * @param isFresh whether it has to show everything committed before now, not only before the bound
   * @returns also whether the work has written something all the same, as an entry of the audit log
   */
  reading<T>(isFresh: boolean, work: () => Promise<T>): Promise<{ result: T; hasWritten: boolean }>;
}

export interface Replica {
  /** How old what it shows may be. */
  maxLagMs: number;
  now: () => number;
  /**
   * Does `work` on a connection whose server holds everything that was committed before `since`.
   * @returns undefined where there is none such, or `work` failed there: then the primary has to be asked
   * @throws Error where `work` has tried to write, took too long, or has thrown an error of its own
   */
  use<T>(since: number, work: (client: pg.PoolClient) => Promise<T>): Promise<{ result: T } | undefined>;
  state(): ReplicaState;
  close(): Promise<void>;
}

export interface Opening {
  pool: pg.Pool;
  /** Where the log of the primary ends now. */
  primaryLsn: () => Promise<string>;
  maxLagMs: number;
  answersWithinMs: number;
  log: Record<'info' | 'warn', (fields: object, message: string) => void>;
  now?: () => number;
}

/** A replica is a few milliseconds behind: so long it is waited for. */
const pausesMs = [0, 5, 15, 40];
/** No further look at how far it has come, after it had not come far enough. */
const restMs = 250;
/** No further attempt to reach it, after one has failed. */
const awayMs = 2000;

const question = 'select pg_is_in_recovery() as "isStandby", pg_last_wal_replay_lsn()::text as lsn';

/**
 * A server that follows the primary, for reads that may be some seconds old. A connection is used only if the server
 * behind it is known to hold what the read needs: the bound of age, and the caller's own writes. So it may also be a
 * balancer in front of several.
 */
export function openReplica(opening: Opening): Replica {
  const { pool, primaryLsn, maxLagMs, answersWithinMs, log, now = () => performance.now() } = opening;
  const positions = openPositions(async () => lsnOf(await primaryLsn()), now);
  /** Everything committed before that time is in what the connection shows. */
  const holds = new WeakMap<pg.PoolClient, number>();
  const reads = Object.fromEntries(outcomes.map((outcome) => [outcome, 0])) as Record<Outcome, number>;
  let trouble: 'away' | 'not_a_standby' | undefined;
  /** What it lacked first, since it last had all that it was asked for. */
  let lacking: Position | undefined;
  let isBehind = false;
  let looksFrom = -Infinity;
  let triesFrom = -Infinity;
  let trying: Promise<void> | undefined;

  function lose(is: 'away' | 'not_a_standby', reason: string): void {
    triesFrom = now() + awayMs;
    if (trouble !== is) log.warn({ reason, state: is }, 'reads go to the primary: the replica cannot be used');
    trouble = is;
  }

  function isFine(): void {
    if (trouble || isBehind) log.info({}, 'reads go to the replica again');
    trouble = undefined;
    lacking = undefined;
    isBehind = false;
  }

  function isLate(position: Position, reached: bigint): 'behind' {
    looksFrom = now() + restMs;
    if (!lacking || reached >= lacking.lsn) lacking = position;
    if (trouble) {
      // It answers again: how far behind it is decides from now on, read by read.
      trouble = undefined;
      isBehind = true;
    } else if (!isBehind && now() - lacking.at > maxLagMs) {
      isBehind = true;
      log.warn({ maxLagMs }, 'reads go to the primary: the replica is too far behind');
    }
    return 'behind';
  }

  /** Undefined where the connection may be used. */
  async function whyNot(client: pg.PoolClient, since: number): Promise<Outcome | undefined> {
    if ((holds.get(client) ?? -Infinity) >= since) return undefined;
    if (now() < looksFrom) return 'behind';
    // Not the oldest that would do: it would soon be too old for the next read.
    const position = await positions.since(Math.max(since, now() - maxLagMs / 2)).catch(() => undefined);
    if (!position) return 'failed';
    let reached = 0n;
    for (const pauseMs of pausesMs) {
      if (pauseMs > 0) await sleep(pauseMs);
      const { rows } = await client.query<{ isStandby: boolean; lsn: string | null }>({
        text: question,
        query_timeout: answersWithinMs,
      } as pg.QueryConfig);
      const [{ isStandby, lsn } = { isStandby: false, lsn: null }] = rows;
      if (!isStandby) {
        lose('not_a_standby', 'it accepts writes itself');
        return 'not_a_standby';
      }
      if (lsn !== null) reached = lsnOf(lsn);
      if (reached >= position.lsn) {
        holds.set(client, position.at);
        isFine();
        return undefined;
      }
    }
    return isLate(position, reached);
  }

  /** Beside the calls, which go to the primary in the meantime. */
  function tryAgain(): void {
    if (now() < triesFrom) return;
    trying ??= attempt(now(), async () => {})
      .then(() => {})
      .finally(() => (trying = undefined));
  }

  async function attempt<T>(
    since: number,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<{ result: T } | Outcome> {
    let client: pg.PoolClient;
    try {
      client = await pool.connect();
    } catch (error) {
      lose('away', messageOf(error));
      return 'away';
    }
    let broken: Error | undefined;
    // The pool listens only to idle connections.
    const note = (error: Error) => (broken = error);
    client.on('error', note);
    try {
      const reason = await whyNot(client, since);
      if (reason === 'not_a_standby') broken = new Error('it is no standby');
      return reason ?? { result: await work(client) };
    } catch (thrown) {
      const error = explained(thrown);
      const code = error instanceof DatabaseTrouble || error instanceof pg.DatabaseError ? error.code : 'none';
      if (code === 'none' || code === writeRefused || code === tookTooLong) throw error;
      if (!(error instanceof DatabaseTrouble)) return 'failed';
      broken ??= error;
      if (isConnectionLost(error)) lose('away', error.message);
      return 'failed';
    } finally {
      client.off('error', note);
      client.release(broken);
    }
  }

  async function serve<T>(
    since: number,
    work: (client: pg.PoolClient) => Promise<T>,
  ): Promise<{ result: T } | Outcome> {
    if (trouble) {
      tryAgain();
      return trouble;
    }
    const unused = pool.options.max - pool.totalCount;
    if (pool.idleCount + unused <= pool.waitingCount) return 'busy';
    return attempt(since, work);
  }

  return {
    maxLagMs,
    now,
    async use(since, work) {
      const done = await serve(since, work);
      reads[typeof done === 'object' ? 'replica' : done] += 1;
      return typeof done === 'object' ? done : undefined;
    },
    state: () => ({ is: trouble ?? (isBehind ? 'behind' : 'up'), reads }),
    async close() {
      await trying;
      await pool.end();
    },
  };
}

/** Against a statement that only conflicted with what was being replayed. */
const isConnectionLost = ({ code = '' }: DatabaseTrouble) => !/^(40|53)/.test(code);

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
