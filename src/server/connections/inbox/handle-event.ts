import type { PortName } from '#contract/connections/names.ts';
import type { App } from '#server/platform/app.ts';
import type { InboxEvent } from '#server/platform/connections/connections.ts';
import { sql } from '#server/platform/db/sql.ts';
import { decryptBody } from '#server/platform/connections/event-body.ts';

/** While it lasts, no other process takes an event that is being handled. It also is the wait after a process has died. */
const leaseS = 60;
/** After each attempt that failed; after the last one an event is given up. */
const pausesS = [2, 10, 60, 300, 1800, 7200, 21_600, 43_200, 86_400];

interface Claimed extends Omit<InboxEvent, 'id'> {
  id: bigint;
  port: PortName;
  attempts: number;
}

/**
 * Handles the event that is due first, if there is one. One of an object waits for those of the same object that came
 * before.
 * @returns whether there was one
 */
export async function handleNext(app: App): Promise<boolean> {
  const claimed = await claim(app);
  if (!claimed) return false;
  try {
    await settle(app, claimed.id, await handle(app, claimed));
  } catch (error) {
    app.log.warn(
      { err: error, event: String(claimed.id), connection: claimed.connectionId },
      'an event was not handled',
    );
    await postpone(app, claimed, error instanceof Error ? error.message : String(error));
  }
  return true;
}

function claim({ db, clock }: App): Promise<Claimed | undefined> {
  const now = clock.now();
  return db.maybeOne<Claimed>(sql`
    with mine as (
      select e.id from inbox_event e
      where e.state = 'waiting' and e.next_at <= ${now}
        and (e.subject is null or not exists (
          select from inbox_event o
          where o.connection_id = e.connection_id and o.subject = e.subject and o.state = 'waiting' and o.id < e.id))
      order by e.next_at, e.id limit 1 for update of e skip locked
    )
    update inbox_event e set attempts = e.attempts + 1, next_at = ${new Date(now.getTime() + leaseS * 1000)}
    from mine, connection c where e.id = mine.id and c.id = e.connection_id
    returning e.id, e.connection_id as "connectionId", e.event_id as "eventId", e.type, e.subject, e.ref,
              e.received_at as "receivedAt", e.headers, e.body, e.attempts, c.port`);
}

async function handle(app: App, { port, attempts: _attempts, ...event }: Claimed): Promise<'done' | 'ignored'> {
  const handler = app.connections.handlerOf(port);
  if (!handler) return 'ignored';
  const connection = await app.connections.openOne(port, event.connectionId);
  if (!connection) throw new Error('the connection was removed, or it does not fit its adapter');
  const body = decryptBody(app, event.connectionId, event.eventId, event.body);
  return handler({ ...event, id: String(event.id), body }, connection);
}

const settle = ({ db, clock }: App, id: bigint, state: 'done' | 'ignored') =>
  db.run(sql`
    update inbox_event set state = ${state}, handled_at = ${clock.now()}, error = null where id = ${id} and state = 'waiting'`);

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
