import type { PortName } from '#contract/connections/names.ts';
import type { App } from '#server/platform/app.ts';
import type { InboxEvent, OpenConnection } from '#server/platform/connections/connections.ts';
import { sql } from '#server/platform/db/sql.ts';
import { decryptBody } from '#server/platform/connections/event-body.ts';

/** While it lasts, no other process takes an event that is being handled. It also is the wait after a process has died. */
const leaseS = 60;
/** An event is begun only while so much of its lease is left; one that a slow provider has kept waiting is given back. */
const leaseLeftMs = 55_000;
/** After each attempt that failed; after the last one an event is given up. */
const pausesS = [2, 10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400];

interface Claimed extends Omit<InboxEvent, 'id'> {
  id: bigint;
  port: PortName;
  attempts: number;
  leaseEndsAt: Date;
}

type Outcome = 'done' | 'ignored';

/**
 * Handles the events that are due first, one after the other. They share two commits and an opened connection. One of an object
 * waits for those of the same object that came before. A process that dies before the outcomes are noted leaves all of them to
 * be handled again.
 * @returns how many there were
 */
export async function handleNext(app: App, most: number): Promise<number> {
  const claimed = await claim(app, most);
  const open = openOnce(app);
  const settled: { id: bigint; outcome: Outcome }[] = [];
  for (const [place, event] of claimed.entries()) {
    if (place > 0 && event.leaseEndsAt.getTime() - app.clock.now().getTime() < leaseLeftMs) {
      await giveBack(app, claimed.slice(place));
      break;
    }
    try {
      settled.push({ id: event.id, outcome: await handle(app, event, open) });
    } catch (error) {
      app.log.warn({ err: error, event: String(event.id), connection: event.connectionId }, 'an event was not handled');
      await postpone(app, event, error instanceof Error ? error.message : String(error));
    }
  }
  await settle(app, settled);
  return claimed.length;
}

async function claim({ db, clock }: App, most: number): Promise<Claimed[]> {
  const now = clock.now();
  const claimed = await db.rows<Claimed>(sql`
    with mine as (
      select e.id from inbox_event e
      where e.state = 'waiting' and e.next_at <= ${now}
        and (e.subject is null or not exists (
          select from inbox_event o
          where o.connection_id = e.connection_id and o.subject = e.subject and o.state = 'waiting' and o.id < e.id))
      order by e.next_at, e.id limit ${most} for update of e skip locked
    )
    update inbox_event e set attempts = e.attempts + 1, next_at = ${new Date(now.getTime() + leaseS * 1000)}
    from mine, connection c where e.id = mine.id and c.id = e.connection_id
    returning e.id, e.connection_id as "connectionId", e.event_id as "eventId", e.type, e.subject, e.ref,
              e.received_at as "receivedAt", e.headers, e.body, e.attempts, e.next_at as "leaseEndsAt", c.port`);
  return claimed.toSorted((one, other) => Number(one.id - other.id));
}

/** Opens each connection once for the events handled together. */
function openOnce({ connections }: App) {
  const opened = new Map<string, Promise<OpenConnection | null>>();
  return ({ port, connectionId }: Claimed): Promise<OpenConnection | null> => {
    const known = opened.get(connectionId) ?? connections.openOne(port, connectionId);
    opened.set(connectionId, known);
    return known;
  };
}

async function handle(app: App, claimed: Claimed, open: ReturnType<typeof openOnce>): Promise<Outcome> {
  const { port, attempts: _attempts, leaseEndsAt: _leaseEndsAt, ...event } = claimed;
  const handler = app.connections.handlerOf(port);
  if (!handler) return 'ignored';
  const connection = await open(claimed);
  if (!connection) throw new Error('the connection was removed, or it does not fit its adapter');
  const body = decryptBody(app, event.connectionId, event.eventId, event.body);
  return handler({ ...event, id: String(event.id), body }, connection);
}

async function settle({ db, clock }: App, settled: readonly { id: bigint; outcome: Outcome }[]): Promise<void> {
  if (settled.length === 0) return;
  await db.run(sql`
    update inbox_event e set state = o.state, handled_at = ${clock.now()}, error = null
    from unnest(${settled.map(({ id }) => id)}::bigint[], ${settled.map(({ outcome }) => outcome)}::text[]) o (id, state)
    where e.id = o.id and e.state = 'waiting'`);
}

/** As long as no other process has taken them over. */
const giveBack = ({ db, clock }: App, claimed: readonly Claimed[]): Promise<number> =>
  db.run(sql`
    update inbox_event set attempts = attempts - 1, next_at = ${clock.now()}
    where id = any(${claimed.map(({ id }) => id)}) and state = 'waiting' and next_at = ${claimed[0]?.leaseEndsAt ?? null}`);

async function postpone({ db, clock }: App, { id, attempts }: Claimed, message: string): Promise<void> {
  const pauseS = pausesS[attempts - 1];
  const error = message.replaceAll(/\0|\p{Surrogate}/gu, '').slice(0, 500);
  await db.run(
    pauseS === undefined
      ? sql`update inbox_event set state = 'failed', handled_at = ${clock.now()}, error = ${error} where id = ${id} and state = 'waiting'`
      : sql`update inbox_event set next_at = ${new Date(clock.now().getTime() + pauseS * 1000)}, error = ${error}
            where id = ${id} and state = 'waiting'`,
  );
}
