import type { EventName, Events } from '#contract/events.ts';
import { kindsOf } from '#contract/notification-names.ts';
import type { Clock } from './clock.ts';
import { sql } from './db/sql.ts';
import type { Db, Tx } from './db/database.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';
import { openLane, type Lane, type Row } from './outbox-queue.ts';

const eventNames = Object.keys(kindsOf) as EventName[];

type LaneName = 'quick' | 'awaited' | 'usual' | 'outside';
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
   * @param lane `quick` for an event of which all listeners take moments: it waits for no mail that is being written;
   * `awaited` for mail that somebody waits for before his screen, such as a code: a letter to thousands is not before it;
   * `outside` where servers are called that anybody may have named: no mail waits for those
   */
  on<Name extends EventName>(name: Name, listener: Listener<Name>, lane?: LaneName): void;
  start(): void;
  /** Waits for the deliveries under way. */
  stop(): Promise<void>;
  /** Delivers all that is due and returns; for tests and commands. */
  drain(): Promise<void>;
}

export function openOutbox(world: { db: Db; clock: Clock; log: Log; metrics: Metrics }): Outbox {
  const { db, clock, metrics } = world;
  const listeners = new Map<EventName, Listener<never>[]>();
  const laneOf = new Map<EventName, LaneName>();
  const inLane = (lane: LaneName) => [...laneOf].filter(([, each]) => each === lane).map(([name]) => name);

  async function deliver(row: Row): Promise<void> {
    for (const listener of listeners.get(row.name) ?? []) await listener(row.payload as never, row.id);
  }

  async function countWaiting(): Promise<void> {
    const { waiting } = await db.one<{ waiting: number }>(
      sql`select count(*)::int as waiting from outbox where delivered_at is null and given_up_at is null`,
    );
    metrics.outboxWaiting.set(waiting);
  }

  const own = (lane: LaneName) => () => sql`name = any(${inLane(lane)}::text[])`;
  /** All that this version knows and no other lane takes; an event of a newer one waits for a process that knows it. */
  const usual = () => {
    const elsewhere = new Set([...laneOf].flatMap(([name, lane]) => (lane === 'usual' ? [] : name)));
    return sql`name = any(${eventNames.filter((name) => !elsewhere.has(name))}::text[])`;
  };
  const lanes: Record<LaneName, Lane> = {
    quick: openLane(world, { claim: 15, delivery: 10 }, own('quick'), deliver),
    usual: openLane(world, { claim: 120, delivery: 90 }, usual, deliver, countWaiting),
    outside: openLane(world, { claim: 120, delivery: 20 }, own('outside'), deliver),
    // One at a time, so that nobody waits long for what a killed process had taken.
    awaited: openLane(world, { claim: 60, delivery: 50, batch: 1 }, own('awaited'), deliver),
  };
  const all = Object.values(lanes);

  /** Wakes the lane of an event once its transaction has committed. */
  const announce = (tx: Tx, name: EventName) => tx.afterCommit(lanes[laneOf.get(name) ?? 'usual'].wake);

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
    on(name, listener, lane = 'usual') {
      if ((laneOf.get(name) ?? lane) !== lane) throw new Error(`${name} is in two lanes`);
      laneOf.set(name, lane);
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
    start: () => all.forEach((lane) => lane.start()),
    stop: async () => void (await Promise.all(all.map((lane) => lane.stop()))),
    async drain() {
      // One lane after the other, so that what comes of it has an order; what is awaited is the latest.
      for (let delivered = 1; delivered > 0;) {
        delivered = 0;
        for (const lane of all) delivered += await lane.drain();
      }
    },
  };
}
