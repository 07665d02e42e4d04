import type { EventName, Events } from '#contract/modules.ts';
import type { Clock } from '../clock.ts';
import { sql, type Sql } from '../db/sql.ts';
import type { Db } from '../db/database.ts';
import { errorLine } from '../monitoring/error-line.ts';
import type { Log } from '../monitoring/log.ts';
import type { Span } from '../telemetry/span.ts';
import { outsideSpans, traced } from '../telemetry/trace.ts';
import { readTraceparent } from '../telemetry/traceparent.ts';

/** Events that are delivered one after the other. Another lane does not wait for them. */
export interface Queue {
  /** Delivers all that is due and returns how many that were. */
  drain(): Promise<number>;
  start(): void;
  /** Something is due. */
  wake(): void;
  /** Until when this instance keeps events to itself that it is about to write; null where it does not, as before `start`. */
  claimsUntil(): Date | null;
  /** Delivers events that were written as claimed, once they have been committed. */
  take(rows: readonly Row[]): void;
  /** Waits for the deliveries under way. */
  stop(): Promise<void>;
}

const longestBackoffS = 3600;
/** Attempts over about a day, so that an outage of a mail server for a night loses nothing. */
const attemptsBeforeGivingUp = 35;

/** The wait after an attempt that failed, by their number, in seconds. */
const backoffS = (attempts: number): number => Math.min(longestBackoffS, 2 ** attempts);
/** How long an event has been made to wait in all, by the number of attempts that failed, in seconds. */
export const waitedS: readonly number[] = Array.from({ length: attemptsBeforeGivingUp + 1 }, (_, failed) =>
  Array.from({ length: failed }, (__, nth) => backoffS(nth + 1)).reduce((sum, each) => sum + each, 0),
);

export interface Row {
  id: bigint;
  name: EventName;
  payload: Events[EventName];
  attempts: number;
  /** Of the call that wrote it, as W3C has it, so that its delivery is of the same trace. */
  traceparent: string | null;
}

/** In seconds. */
export interface QueuePace {
  /** While an event is being delivered no other instance takes it. It is also the wait after an instance has died. */
  claim: number;
  /** A delivery that takes longer has failed. */
  delivery: number;
  /** How many are claimed together. */
  batch?: number;
  /**
   * Events that this instance writes are claimed by it as they are written, and noted as delivered together, at most this
   * many seconds later: they cost neither a claim nor a commit of their own.
   */
  notedWithin?: number;
}

/** With more in memory, events are written for whichever instance is next to look. */
const mostTaken = 1000;

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
  const taken: { row: Row; startedMs: number }[] = [];
  let delivered: bigint[] = [];
  let noting: NodeJS.Timeout | undefined;

  /**
   * Claims a batch and delivers it in its order. No transaction stays open during the delivery: a listener may wait for
   * the outside world. The attempt counts when it begins, so that an event that kills the process is given up in the
   * end, too.
   */
  async function deliverDue(): Promise<number> {
    const own = await deliverTaken();
    const startedMs = performance.now();
    const rows = await claim(sql`
      id in (select id from outbox
             where delivered_at is null and given_up_at is null and next_attempt_at <= ${clock.now()} and ${which()}
             order by id limit ${pace.batch ?? 20} for update skip locked)`);
    for (const row of rows.toSorted((a, b) => Number(a.id - b.id))) await deliverClaimed(row, startedMs);
    return own + rows.length;
  }

  async function deliverTaken(): Promise<number> {
    const own = taken.splice(0, taken.length);
    for (const { row, startedMs } of own) await deliverClaimed(row, startedMs);
    return own.length;
  }

  async function deliverClaimed(row: Row, startedMs: number): Promise<void> {
    const isLate = performance.now() - startedMs > (pace.claim - pace.delivery) * 1000;
    // Those before it took so long that the claim may end: it is claimed again, unless another instance has it now.
    const [mine] = isLate ? await claim(sql`id = ${row.id} and attempts = ${row.attempts}`) : [row];
    if (mine) await settle(mine);
  }

  /** Notes the delivery at once, or soon and together with others. */
  async function note(id: bigint): Promise<void> {
    delivered.push(id);
    if (pace.notedWithin === undefined || !isStarted || delivered.length >= mostTaken) return noteAll();
    noting ??= setTimeout(() => {
      noteAll().catch((error: unknown) => log.error({ err: error }, 'outbox'));
    }, pace.notedWithin * 1000);
  }

  async function noteAll(): Promise<void> {
    clearTimeout(noting);
    noting = undefined;
    const ids = delivered;
    delivered = [];
    if (ids.length === 0) return;
    await db.run(
      sql`update outbox set delivered_at = ${clock.now()}, under_way = false where id = any(${ids}::bigint[])`,
    );
  }

  const claim = (rows: Sql) =>
    db.rows<Row>(sql`
      update outbox set attempts = attempts + 1, under_way = true, next_attempt_at = ${after(clock.now(), pace.claim)}
      where ${rows} and delivered_at is null
      returning id, name, payload, attempts, traceparent`);

  const settle = (row: Row) =>
    traced(
      () => ({
        name: `deliver ${row.name}`,
        kind: 'consumer',
        attributes: { 'atrium.event': row.name, 'atrium.event.attempt': row.attempts },
        parent: readTraceparent(row.traceparent),
      }),
      (span) => settleIn(row, span),
    );

  async function settleIn(row: Row, span: Span | undefined): Promise<void> {
    try {
      await within(pace.delivery, deliver(row));
      await note(row.id);
    } catch (error) {
      span?.fail(error);
      const { attempts } = row;
      const givenUp = attempts >= attemptsBeforeGivingUp;
      log[givenUp ? 'error' : 'warn'](
        { err: error, event: row.name, eventId: String(row.id), attempts },
        'event not delivered',
      );
      const next = after(clock.now(), backoffS(attempts));
      await db.run(sql`
        update outbox set next_attempt_at = ${next}, given_up_at = ${givenUp ? clock.now() : null}, under_way = false,
          error = ${errorLine(error)}, failed_at = ${clock.now()}
        where id = ${row.id}`);
      if (!givenUp) setTimeout(wake, next.getTime() - clock.now().getTime()).unref();
    }
  }

  async function drain(): Promise<number> {
    let number = 0;
    for (let last = -1; last !== 0; number += last) {
      last = await (running ??= deliverDue().finally(() => (running = undefined)));
    }
    return number;
  }

  function tick(): void {
    isTicking = true;
    const work = isWoken ? drain() : (running ??= deliverTaken().finally(() => (running = undefined)));
    isWoken = false;
    work
      .catch((error: unknown) => log.error({ err: error }, 'outbox'))
      .finally(() => {
        isTicking = false;
        if (isStarted && (isWoken || taken.length > 0)) tickNext();
      });
  }

  function tickSoon(): void {
    if (!isStarted || isTicking) return;
    clearTimeout(timer);
    tickNext();
  }

  const tickNext = () => void (timer = outsideSpans(() => setTimeout(tick, 0)));

  function wake(): void {
    isWoken = true;
    tickSoon();
  }

  return {
    drain,
    wake,
    claimsUntil: () =>
      isStarted && pace.notedWithin !== undefined && taken.length < mostTaken ? after(clock.now(), pace.claim) : null,
    take(rows) {
      taken.push(...rows.map((row) => ({ row, startedMs: performance.now() })));
      tickSoon();
    },
    start() {
      if (isStarted) return;
      isStarted = true;
      wake();
    },
    async stop() {
      isStarted = false;
      clearTimeout(timer);
      await running?.catch(() => undefined);
      await deliverTaken()
        .then(noteAll)
        .catch((error: unknown) => log.error({ err: error }, 'outbox'));
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
