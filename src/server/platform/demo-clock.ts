import { changeRows } from './secrets/all-row-macs.ts';
import type { Clock } from './clock.ts';
import { followTopic } from './db/follow-topic.ts';
import type { Db, Log, Tx } from './db/database.ts';
import { sql } from './db/sql.ts';
import type { Secrets } from './secrets/token.ts';

/** A demo's clock, which staff move forward. How far it is ahead is in the database, so that all instances agree. */
export interface DemoClock extends Clock {
  aheadMs(): number;
  /**
   * Moves it forward in the caller's transaction, if it is as far ahead as the caller has seen: of two concurrent calls
   * one moves it. Sessions stay valid. All instances, this one too, follow once it has committed.
   * @returns whether it moved
   */
  move(tx: Tx, seenAheadMs: number, byMs: number): Promise<boolean>;
  /** Reads how far it is ahead. */
  refresh(): Promise<void>;
  /** Starts to follow other instances. */
  follow(): void;
  stop(): void;
}

/** While notices may be missed. */
const pollMs = 500;

export async function openDemoClock(db: Db, log: Log, real: Clock, secrets: Secrets): Promise<DemoClock> {
  let ahead = 0;
  let stop: (() => void) | undefined;
  async function refresh(): Promise<void> {
    const { aheadMs } = await db.one<{ aheadMs: bigint }>(sql`select ahead_ms as "aheadMs" from demo_clock`);
    ahead = Number(aheadMs);
  }
  const scheduleRefresh = () =>
    refresh().catch((error: unknown) => log.warn({ err: error }, 'the demo’s clock was not read'));
  await refresh();
  return {
    refresh,
    now: () => new Date(real.now().getTime() + ahead),
    aheadMs: () => ahead,
    async move(tx, seenAheadMs, byMs) {
      const moved = await tx.run(sql`
        update demo_clock set ahead_ms = ahead_ms + ${Math.ceil(byMs)} where ahead_ms = ${seenAheadMs} and ${byMs}::float8 > 0`);
      if (moved === 0) return false;
      const before = new Date(real.now().getTime() + seenAheadMs);
      await extendSessions(tx, secrets, before, byMs);
      return true;
    },
    follow() {
      stop ??= followTopic(db, 'demo_clock', () => void scheduleRefresh(), pollMs);
    },
    stop() {
      stop?.();
      stop = undefined;
    },
  };
}

/** Sessions do not age over the weeks that were skipped. */
async function extendSessions(tx: Tx, secrets: Secrets, before: Date, byMs: number): Promise<void> {
  const by = sql`make_interval(secs => ${byMs / 1000})`;
  const isOpen = sql`s.expires_at > ${before}`;
  await changeRows(tx, secrets, 'session', isOpen, () =>
    tx.run(sql`
      update session s set expires_at = s.expires_at + ${by}, ends_at = s.ends_at + ${by}, proven_at = s.proven_at + ${by}
      where ${isOpen}`),
  );
  const isOpenTerminal = sql`q.expires_at > ${before}`;
  await changeRows(tx, secrets, 'paper_session', isOpenTerminal, () =>
    tx.run(sql`update paper_session q set expires_at = q.expires_at + ${by} where ${isOpenTerminal}`),
  );
}
