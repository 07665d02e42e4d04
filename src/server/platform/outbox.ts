import type { EventName, Events } from '#contract/events.ts';
import type { Clock } from './clock.ts';
import { sql } from './db/sql.ts';
import type { Db, Tx } from './db/database.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { openLane, type Row } from './outbox-lane.ts';

type Listener<Name extends EventName> = (payload: Events[Name], eventId: bigint) => Promise<void>;

export interface Outbox {
  /** Writes the event in the caller's transaction: it is sent if and only if that commits. */
  emit<Name extends EventName>(tx: Tx, name: Name, payload: Events[Name]): Promise<void>;
  /** The same for many at once. */
  emitEach<Name extends EventName>(tx: Tx, name: Name, payloads: readonly Events[Name][]): Promise<void>;
  /** The same for many in one statement; `dueAt` says when each is due, by its place. */
  emitAll<Name extends EventName>(
    tx: Tx,
    name: Name,
    payloads: readonly Events[Name][],
    dueAt: (place: number) => Date,
  ): Promise<void>;
  /**
   * Called at least once per event and in no fixed order; a listener has to bear a repetition.
   * @param lane `quick` for an event of which all listeners take moments: it waits for no mail that is being written
   */
  on<Name extends EventName>(name: Name, listener: Listener<Name>, lane?: 'quick'): void;
  start(): void;
  /** Waits for the deliveries under way. */
  stop(): Promise<void>;
  /** Delivers all that is due and returns; for tests and commands. */
  drain(): Promise<void>;
}

export function openOutbox(world: { db: Db; clock: Clock; log: Log; metrics: Metrics }): Outbox {
  const { db, clock, metrics } = world;
  const listeners = new Map<EventName, Listener<never>[]>();
  const quick = new Set<EventName>();

  async function deliver(row: Row): Promise<void> {
    for (const listener of listeners.get(row.name) ?? []) await listener(row.payload as never, row.id);
  }

  async function countWaiting(): Promise<void> {
    const { waiting } = await db.one<{ waiting: number }>(
      sql`select count(*)::int as waiting from outbox where delivered_at is null and given_up_at is null`,
    );
    metrics.outboxWaiting.set(waiting);
  }

  const lanes = {
    quick: openLane(world, { claim: 15, delivery: 10 }, () => sql`name = any(${[...quick]}::text[])`, deliver),
    other: openLane(
      world,
      { claim: 120, delivery: 90 },
      () => sql`name <> all(${[...quick]}::text[])`,
      deliver,
      countWaiting,
    ),
  };
  const both = [lanes.quick, lanes.other];

  /** Wakes the lane of an event once its transaction has committed. */
  const announce = (tx: Tx, name: EventName) => tx.afterCommit(quick.has(name) ? lanes.quick.wake : lanes.other.wake);

  return {
    async emit(tx, name, payload) {
      announce(tx, name);
      await tx.run(
        sql`insert into outbox (name, payload, next_attempt_at) values (${name}, ${JSON.stringify(payload)}, ${clock.now()})`,
      );
    },
    async emitEach(tx, name, payloads) {
      if (payloads.length === 0) return;
      announce(tx, name);
      await tx.run(sql`
        insert into outbox (name, payload, next_attempt_at)
        select ${name}, payload, ${clock.now()} from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) as payload`);
    },
    async emitAll(tx, name, payloads, dueAt) {
      announce(tx, name);
      await tx.run(sql`
        insert into outbox (name, payload, next_attempt_at)
        select ${name}, payload, due_at
        from unnest(${payloads.map((payload) => JSON.stringify(payload))}::jsonb[], ${payloads.map((_, place) => dueAt(place))}::timestamptz[]) event (payload, due_at)`);
    },
    on(name, listener, lane) {
      const present = listeners.get(name);
      if (present && quick.has(name) !== (lane === 'quick')) throw new Error(`${name} is in two lanes`);
      if (lane === 'quick') quick.add(name);
      listeners.set(name, [...(present ?? []), listener]);
    },
    start: () => both.forEach((lane) => lane.start()),
    stop: async () => void (await Promise.all(both.map((lane) => lane.stop()))),
    async drain() {
      for (let delivered = 1; delivered > 0;) {
        const counts = await Promise.all(both.map((lane) => lane.drain()));
        delivered = counts.reduce((sum, count) => sum + count, 0);
      }
    },
  };
}
