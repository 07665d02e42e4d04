import type { EventName, Events } from '#contract/events.ts';
import type { Clock } from './clock.ts';
import { sql, type Sql } from './db/sql.ts';
import type { Db, Tx } from './db/database.ts';
import type { Log } from './log.ts';
import type { Metrics } from './metrics.ts';

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
  /** Called at least once per event and in no fixed order; a listener has to bear a repetition. */
  on<Name extends EventName>(name: Name, listener: Listener<Name>): void;
  start(): void;
  /** Waits for the deliveries under way. */
  stop(): Promise<void>;
  /** Delivers all that is due and returns; for tests and commands. */
  drain(): Promise<void>;
}

const pollMs = 500;
const batch = 20;
/** While an event is being delivered nobody else takes it. A delivery that takes longer has failed. */
const claimS = 120;
const deliveryS = 90;
const longestBackoffS = 3600;
const attemptsBeforeGivingUp = 12;

interface Row {
  id: bigint;
  name: EventName;
  payload: Events[EventName];
  attempts: number;
}

export function openOutbox(world: { db: Db; clock: Clock; log: Log; metrics: Metrics }): Outbox {
  const { db, clock, log, metrics } = world;
  const listeners = new Map<EventName, Listener<never>[]>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<number> | undefined;

  async function deliver(row: Row): Promise<void> {
    for (const listener of listeners.get(row.name) ?? []) await listener(row.payload as never, row.id);
  }

  /**
   * Claims a batch and delivers it in its order. No transaction holds it meanwhile: a listener may wait for the outside
   * world. The attempt counts when it begins, so that an event that kills the process is given up in the end, too.
   */
  async function deliverDue(): Promise<number> {
    const began = performance.now();
    const rows = await claim(sql`
      id in (select id from outbox
             where delivered_at is null and given_up_at is null and next_attempt_at <= ${clock.now()}
             order by id limit ${batch} for update skip locked)`);
    for (const row of rows.toSorted((a, b) => Number(a.id - b.id))) {
      const isLate = performance.now() - began > (claimS - deliveryS) * 1000;
      // Those before it took so long that the claim may end: it is made anew, unless somebody else has it by now.
      const [mine] = isLate ? await claim(sql`id = ${row.id} and attempts = ${row.attempts}`) : [row];
      if (mine) await settle(mine);
    }
    return rows.length;
  }

  const claim = (which: Sql) =>
    db.rows<Row>(sql`
      update outbox set attempts = attempts + 1, next_attempt_at = ${after(clock.now(), claimS)}
      where ${which} and delivered_at is null
      returning id, name, payload, attempts`);

  async function settle(row: Row): Promise<void> {
    try {
      await within(deliveryS, deliver(row));
      await db.run(sql`update outbox set delivered_at = ${clock.now()} where id = ${row.id}`);
    } catch (error) {
      const { attempts } = row;
      const givenUp = attempts >= attemptsBeforeGivingUp;
      log[givenUp ? 'error' : 'warn'](
        { err: error, event: row.name, eventId: String(row.id), attempts },
        'event not delivered',
      );
      const next = after(clock.now(), Math.min(longestBackoffS, 2 ** attempts));
      await db.run(sql`
        update outbox set next_attempt_at = ${next}, given_up_at = ${givenUp ? clock.now() : null} where id = ${row.id}`);
    }
  }

  async function drain(): Promise<void> {
    while ((await (running ??= deliverDue().finally(() => (running = undefined)))) > 0);
  }

  function tick(): void {
    drain()
      .then(async () => {
        const { waiting } = await db.one<{ waiting: number }>(
          sql`select count(*)::int as waiting from outbox where delivered_at is null and given_up_at is null`,
        );
        metrics.outboxWaiting.set(waiting);
      })
      .catch((error: unknown) => log.error({ err: error }, 'outbox'))
      .finally(() => {
        if (timer !== undefined) timer = setTimeout(tick, pollMs);
      });
  }

  return {
    async emit(tx, name, payload) {
      await tx.run(
        sql`insert into outbox (name, payload, next_attempt_at) values (${name}, ${JSON.stringify(payload)}, ${clock.now()})`,
      );
    },
    async emitEach(tx, name, payloads) {
      if (payloads.length === 0) return;
      await tx.run(sql`
        insert into outbox (name, payload, next_attempt_at)
        select ${name}, payload, ${clock.now()} from jsonb_array_elements(${JSON.stringify(payloads)}::jsonb) as payload`);
    },
    async emitAll(tx, name, payloads, dueAt) {
      await tx.run(sql`
        insert into outbox (name, payload, next_attempt_at)
        select ${name}, payload, due_at
        from unnest(${payloads.map((payload) => JSON.stringify(payload))}::jsonb[], ${payloads.map((_, place) => dueAt(place))}::timestamptz[]) event (payload, due_at)`);
    },
    on(name, listener) {
      listeners.set(name, [...(listeners.get(name) ?? []), listener]);
    },
    start() {
      timer ??= setTimeout(tick, 0);
    },
    async stop() {
      clearTimeout(timer);
      timer = undefined;
      await running?.catch(() => undefined);
    },
    drain,
  };
}

const after = (at: Date, seconds: number) => new Date(at.getTime() + seconds * 1000);

async function within<T>(seconds: number, act: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`not done within ${seconds} s`)), seconds * 1000);
  });
  return Promise.race([act, tooLate]).finally(() => clearTimeout(timer));
}
