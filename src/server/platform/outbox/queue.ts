import type { EventName, Events } from '#contract/modules.ts';
import type { Clock } from '../clock.ts';
import { sql, type Sql } from '../db/sql.ts';
import type { Db } from '../db/database.ts';
import { errorLine } from '../monitoring/error-line.ts';
import type { Log } from '../monitoring/log.ts';

/** Events that are delivered one after the other. Another lane does not wait for them. */
export interface Queue {
  /** Delivers all that is due and returns how many that were. */
  drain(): Promise<number>;
  start(): void;
  /** Something is due. */
  wake(): void;
  /** Waits for the deliveries under way. */
  stop(): Promise<void>;
}

const longestBackoffS = 3600;
const attemptsBeforeGivingUp = 12;

export interface Row {
  id: bigint;
  name: EventName;
  payload: Events[EventName];
  attempts: number;
}

/** In seconds. */
export interface QueuePace {
  /** While an event is being delivered no other instance takes it. It is also the wait after an instance has died. */
  claim: number;
  /** A delivery that takes longer has failed. */
  delivery: number;
  /** How many are claimed together. */
  batch?: number;
}

/** @param which the events of this lane, as a condition */
export function openQueue(
  { db, clock, log }: { db: Db; clock: Clock; log: Log },
  pace: QueuePace,
  which: () => Sql,
  deliver: (row: Row) => Promise<void>,
): Queue {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<number> | undefined;
  let isStarted = false;
  let isTicking = false;
  let isWoken = false;

  /**
   * Claims a batch and delivers it in its order. No transaction stays open during the delivery: a listener may wait for
   * the outside world. The attempt counts when it begins, so that an event that kills the process is given up in the
   * end, too.
   */
  async function deliverDue(): Promise<number> {
    const began = performance.now();
    const rows = await claim(sql`
      id in (select id from outbox
             where delivered_at is null and given_up_at is null and next_attempt_at <= ${clock.now()} and ${which()}
             order by id limit ${pace.batch ?? 20} for update skip locked)`);
    for (const row of rows.toSorted((a, b) => Number(a.id - b.id))) {
      const isLate = performance.now() - began > (pace.claim - pace.delivery) * 1000;
      // Those before it took so long that the claim may end: it is claimed again, unless another instance has it now.
      const [mine] = isLate ? await claim(sql`id = ${row.id} and attempts = ${row.attempts}`) : [row];
      if (mine) await settle(mine);
    }
    return rows.length;
  }

  const claim = (rows: Sql) =>
    db.rows<Row>(sql`
      update outbox set attempts = attempts + 1, under_way = true, next_attempt_at = ${after(clock.now(), pace.claim)}
      where ${rows} and delivered_at is null
      returning id, name, payload, attempts`);

  async function settle(row: Row): Promise<void> {
    try {
      await within(pace.delivery, deliver(row));
      await db.run(sql`update outbox set delivered_at = ${clock.now()}, under_way = false where id = ${row.id}`);
    } catch (error) {
      const { attempts } = row;
      const givenUp = attempts >= attemptsBeforeGivingUp;
      log[givenUp ? 'error' : 'warn'](
        { err: error, event: row.name, eventId: String(row.id), attempts },
        'event not delivered',
      );
      const next = after(clock.now(), Math.min(longestBackoffS, 2 ** attempts));
      await db.run(sql`
        update outbox set next_attempt_at = ${next}, given_up_at = ${givenUp ? clock.now() : null}, under_way = false,
          error = ${errorLine(error)}, failed_at = ${clock.now()}
        where id = ${row.id}`);
      if (!givenUp) setTimeout(wake, next.getTime() - clock.now().getTime()).unref();
    }
  }

  async function drain(): Promise<number> {
    let delivered = 0;
    for (let last = -1; last !== 0; delivered += last) {
      last = await (running ??= deliverDue().finally(() => (running = undefined)));
    }
    return delivered;
  }

  function tick(): void {
    isTicking = true;
    isWoken = false;
    drain()
      .catch((error: unknown) => log.error({ err: error }, 'outbox'))
      .finally(() => {
        isTicking = false;
        if (isStarted && isWoken) timer = setTimeout(tick, 0);
      });
  }

  function wake(): void {
    isWoken = true;
    if (!isStarted || isTicking) return;
    clearTimeout(timer);
    timer = setTimeout(tick, 0);
  }

  return {
    drain,
    wake,
    start() {
      if (isStarted) return;
      isStarted = true;
      timer = setTimeout(tick, 0);
    },
    async stop() {
      isStarted = false;
      clearTimeout(timer);
      await running?.catch(() => undefined);
    },
  };
}

const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

async function within<T>(seconds: number, action: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${seconds} s`)), seconds * 1000);
  });
  return Promise.race([action, tooLate]).finally(() => clearTimeout(timer));
}
