import { eventNames, type EventName, type Events } from '#contract/modules.ts';
import type { Clock } from '../clock.ts';
import { sql } from '../db/sql.ts';
import type { Db, Queries, Tx } from '../db/database.ts';
import type { Log } from '../monitoring/log.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import { handOver } from '../telemetry/trace.ts';
import { openQueue, type Queue, type Row } from './queue.ts';
import { findLateMs, readWaiting } from './waiting.ts';

/**
 * How often due events are looked for that this instance has not written: of one that ended, of a command, or those
 * whose time has come.
 */
const pollMs = 15_000;

type QueueName = 'quick' | 'awaited' | 'usual' | 'outside';
type Listener<Name extends EventName> = (payload: Events[Name], eventId: bigint) => Promise<void>;

export interface Outbox {
  /** Writes the event at the end of the caller's transaction: it is sent if and only if that commits. */
  emit<Name extends EventName>(tx: Tx, name: Name, payload: Events[Name]): Promise<void>;
  /** The same for many at once. */
  emitEach<Name extends EventName>(tx: Tx, name: Name, payloads: readonly Events[Name][]): Promise<void>;
  /** The same for many in one statement; `dueAt` returns when each is due, by its index. */
  emitAll<Name extends EventName>(
    tx: Tx,
    name: Name,
    payloads: readonly Events[Name][],
    dueAt: (index: number) => Date,
  ): Promise<void>;
  /**
   * Called at least once per event and in no fixed order; a listener must tolerate a repetition.
   * @param queue `quick` for an event whose listeners all take moments: it waits for no email that is being sent;
   * `awaited` for an email that a person waits for at the screen, such as a code: it does not wait behind an email to
   * thousands; `outside` where servers are called that any person may have named: no email waits for those
   */
  on<Name extends EventName>(name: Name, listener: Listener<Name>, queue?: QueueName): void;
  /** How long the event that waits longest was due at the last look, in milliseconds. */
  lateMs(): number;
  /** Calls `action` after each delivery here, which may have made work for others. */
  onDelivered(action: () => void): void;
  start(): void;
  /** Waits for the deliveries under way. */
  stop(): Promise<void>;
  /** Delivers all that is due and returns; for tests and commands. */
  drain(): Promise<void>;
}

export function openOutbox(world: { db: Db; clock: Clock; log: Log; metrics: Metrics }): Outbox {
  const { db, clock, log, metrics } = world;
  const listeners = new Map<EventName, Listener<never>[]>();
  const queueOf = new Map<EventName, QueueName>();
  const inQueue = (queue: QueueName) => [...queueOf].filter(([, each]) => each === queue).map(([name]) => name);

  const afterDelivery: (() => void)[] = [];
  let timer: NodeJS.Timeout | undefined;
  let lateMs = 0;

  /** Calls every listener: one that fails keeps the event from no other, and all are called again with the next attempt. */
  async function deliver(row: Row): Promise<void> {
    const failures: unknown[] = [];
    for (const listener of listeners.get(row.name) ?? [])
      await listener(row.payload as never, row.id).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw failures[0];
    for (const action of afterDelivery) action();
  }

  /** Wakes the queues that have something due, and returns when to look again. */
  async function poll(): Promise<number> {
    const now = clock.now();
    const waiting = await readWaiting(db);
    metrics.outboxWaiting.set(waiting.reduce((sum, { count }) => sum + count, 0));
    lateMs = findLateMs(waiting, now);
    metrics.outboxLate.set(lateMs / 1000);
    for (const { name, next } of waiting) if (next <= now) queueFor(name).wake();
    const planned = waiting.map(({ next }) => next.getTime() - now.getTime()).filter((ms) => ms > 0);
    return Math.min(pollMs, ...planned);
  }

  function pollAgain(inMs: number): void {
    timer = setTimeout(() => {
      void poll()
        .catch((error: unknown) => {
          log.error({ err: error }, 'outbox');
          return pollMs;
        })
        .then((nextMs) => timer && pollAgain(nextMs));
    }, inMs);
  }

  const own = (queue: QueueName) => () => sql`name = any(${inQueue(queue)}::text[])`;
  /** All that this version knows and no other lane takes; an event of a newer one waits for a process that knows it. */
  const usual = () => {
    const elsewhere = new Set([...queueOf].flatMap(([name, queue]) => (queue === 'usual' ? [] : name)));
    return sql`name = any(${eventNames.filter((name) => !elsewhere.has(name))}::text[])`;
  };
  const queues: Record<QueueName, Queue> = {
    quick: openQueue(world, { claim: 15, delivery: 10, batch: 200, notedWithin: 1 }, own('quick'), deliver),
    usual: openQueue(world, { claim: 120, delivery: 90 }, usual, deliver),
    outside: openQueue(world, { claim: 120, delivery: 20 }, own('outside'), deliver),
    // One at a time, so that the others do not wait long for what a killed process had claimed.
    awaited: openQueue(world, { claim: 60, delivery: 50, batch: 1 }, own('awaited'), deliver),
  };
  const all = Object.values(queues);

  /** Wakes the lane of an event once its transaction has committed. */
  const queueFor = (name: EventName) => queues[queueOf.get(name) ?? 'usual'];
  const announce = (tx: Tx, name: EventName) => tx.afterCommit(queueFor(name).wake);

  /**
   * Events that a transaction has emitted, which are written by one statement before its commit, or before events that
   * are written at once, so that a transaction's events stay in order.
   */
  const emitted = new WeakMap<Tx, { name: EventName; payload: string }[]>();

  async function writeEmitted(tx: Tx, queries: Queries): Promise<void> {
    const events = emitted.get(tx);
    if (!events) return;
    emitted.delete(tx);
    const now = clock.now();
    const claimed = events.map(({ name }) => queueFor(name).claimsUntil());
    const traces = events.map(({ name }) => handOver(`emit ${name}`));
    const rows = await queries.rows<{ id: bigint }>(sql`
      insert into outbox (name, payload, next_attempt_at, attempts, under_way, traceparent, created_at)
      select name, payload, coalesce(claimed_until, ${now}), (claimed_until is not null)::int, claimed_until is not null, traceparent, ${now}
      from unnest(${events.map(({ name }) => name)}::text[], ${events.map(({ payload }) => payload)}::jsonb[], ${claimed}::timestamptz[], ${traces}::text[])
        with ordinality event (name, payload, claimed_until, traceparent, place)
      order by place
      returning id`);
    tx.afterCommit(() => {
      for (const [n, { name, payload }] of events.entries()) {
        const id = rows[n]?.id;
        if (id === undefined || claimed[n] === null) queueFor(name).wake();
        else {
          const traceparent = traces[n] ?? null;
          queueFor(name).take([{ id, name, payload: JSON.parse(payload) as Row['payload'], attempts: 1, traceparent }]);
        }
      }
    });
  }

  return {
    emit(tx, name, payload) {
      const earlier = emitted.get(tx);
      const event = { name, payload: JSON.stringify(payload) };
      if (earlier) earlier.push(event);
      else {
        emitted.set(tx, [event]);
        tx.atCommit((last) => writeEmitted(tx, last));
      }
      return Promise.resolve();
    },
    async emitEach(tx, name, payloads) {
      if (payloads.length === 0) return;
      await writeEmitted(tx, tx);
      announce(tx, name);
      await tx.run(sql`
        insert into outbox (name, payload, next_attempt_at, traceparent, created_at)
        select ${name}, payload, ${clock.now()}, ${handOver(`emit ${name}`)}, ${clock.now()} from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) as payload`);
    },
    async emitAll(tx, name, payloads, dueAt) {
      await writeEmitted(tx, tx);
      announce(tx, name);
      await tx.run(sql`
        insert into outbox (name, payload, next_attempt_at, traceparent, created_at)
        select ${name}, payload, due_at, ${handOver(`emit ${name}`)}, ${clock.now()}
        from unnest(${payloads.map((payload) => JSON.stringify(payload))}::jsonb[], ${payloads.map((_, index) => dueAt(index))}::timestamptz[]) event (payload, due_at)`);
    },
    on(name, listener, queue = 'usual') {
      if ((queueOf.get(name) ?? queue) !== queue) throw new Error(`${name} is in two lanes`);
      queueOf.set(name, queue);
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
    lateMs: () => lateMs,
    onDelivered: (action) => void afterDelivery.push(action),
    start() {
      all.forEach((queue) => queue.start());
      pollAgain(pollMs);
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await Promise.all(all.map((queue) => queue.stop()));
    },
    async drain() {
      // One queue after the other, so that events that follow have an order; the awaited queue is the last.
      for (let delivered = 1; delivered > 0;) {
        delivered = 0;
        for (const queue of all) delivered += await queue.drain();
      }
    },
  };
}
