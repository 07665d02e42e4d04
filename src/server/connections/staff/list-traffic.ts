import type { ProviderEvent } from '#contract/connections/endpoints.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { note } from './change-connection.ts';

const pageSize = 50;

interface Page {
  connection_id?: string | undefined;
  cursor?: string | undefined;
}

interface CallRow {
  id: bigint;
  at: Date;
  connection: string;
  purpose: string;
  ref: string | null;
  method: string;
  host: string;
  path: string;
  status: number | null;
  failure: string | null;
  durationMs: number;
}

const nameOf = sql`coalesce(j.value, j.draft) ->> 'name'`;

/** The calls to providers, the latest first. */
export async function listCalls({ db }: App, { connection_id: of = '', cursor = '' }: Page) {
  const rows = await db.rows<CallRow>(sql`
    select c.id, c.at, ${nameOf} as connection, c.purpose, c.ref, c.method, c.host, c.path, c.status, c.failure,
           c.duration_ms as "durationMs"
    from connection_call c join connection j on j.id = c.connection_id
    where (${of} = '' or c.connection_id = nullif(${of}, '')::uuid) and (${cursor} = '' or c.id < nullif(${cursor}, '')::bigint)
    order by c.id desc limit ${pageSize + 1}`);
  const page = rows.slice(0, pageSize);
  return {
    calls: page.map(({ id, at, durationMs, ...row }) => ({
      ...row,
      id: String(id),
      at: at.toISOString(),
      duration_ms: durationMs,
    })),
    next_cursor: nextOf(rows),
  };
}

const nextOf = (rows: readonly { id: bigint }[]) =>
  rows.length > pageSize ? String(rows[pageSize - 1]?.id ?? '') : null;

interface EventRow extends Omit<ProviderEvent, 'id' | 'at' | 'event_id' | 'repeated_at' | 'next_at'> {
  id: bigint;
  receivedAt: Date;
  eventId: string;
  repeatedAt: Date | null;
  nextAt: Date;
}

/** The events of providers, the latest first. */
export async function listEvents(
  { db }: App,
  { connection_id: of = '', state = null, cursor = '' }: Page & { state?: ProviderEvent['state'] | null | undefined },
) {
  const rows = await db.rows<EventRow>(sql`
    select e.id, e.received_at as "receivedAt", ${nameOf} as connection, e.event_id as "eventId", e.type, e.subject, e.ref, e.state,
           e.attempts, e.repeats, e.repeated_at as "repeatedAt", e.next_at as "nextAt", e.error
    from inbox_event e join connection j on j.id = e.connection_id
    where (${of} = '' or e.connection_id = nullif(${of}, '')::uuid) and (${state}::text is null or e.state = ${state})
      and (${cursor} = '' or e.id < nullif(${cursor}, '')::bigint)
    order by e.id desc limit ${pageSize + 1}`);
  const page = rows.slice(0, pageSize);
  return {
    events: page.map(({ id, receivedAt, eventId, repeatedAt, nextAt, ...row }) => ({
      ...row,
      id: String(id),
      at: receivedAt.toISOString(),
      event_id: eventId,
      repeated_at: repeatedAt?.toISOString() ?? null,
      next_at: row.state === 'waiting' ? nextAt.toISOString() : null,
    })),
    next_cursor: nextOf(rows),
  };
}

/**
 * Lets an event be handled again; its handler changes nothing twice.
 * @throws Refusal `http.not_found`, `connections.event_waiting`
 */
export async function replayEvent(
  app: App,
  me: Person,
  { event_id: id }: { event_id: string },
): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    const found = await tx.maybeOne<{ state: string; eventId: string; connection: string }>(sql`
      select e.state, e.event_id as "eventId", ${nameOf} as connection
      from inbox_event e join connection j on j.id = e.connection_id where e.id = ${id}::bigint for update of e`);
    if (!found) throw notFound();
    if (found.state === 'waiting') throw refuse('connections.event_waiting');
    await tx.run(sql`
      update inbox_event set state = 'waiting', attempts = 0, next_at = ${app.clock.now()}, handled_at = null where id = ${id}::bigint`);
    await note(app, tx, me, 'connections.replay', { connection: found.connection, event: found.eventId });
  });
  return { status: 'ok' };
}
