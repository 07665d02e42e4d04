import type { App } from '#server/platform/app.ts';
import type { HookEvent } from '#server/platform/connections/hooks.ts';
import { sql } from '#server/platform/db/sql.ts';
import { encryptBody } from '#server/platform/connections/event-body.ts';

export interface Taken {
  connectionId: string;
  /** `listed`: no call came, and the provider was asked what happened. */
  signature: 'valid' | 'second_secret' | 'listed';
  headers: Readonly<Record<string, string>>;
  /** Of the call, for events that keep nothing of their own. */
  raw: Buffer;
  events: readonly HookEvent[];
}

/** What stores the events of a call: it settles once they are stored, and fails when they are not. */
export type StoreEvents = (taken: Taken) => Promise<void>;

/** An event as it is stored. */
interface Row extends Omit<HookEvent, 'body' | 'failure'> {
  connectionId: string;
  signature: Taken['signature'];
  /** As JSON. */
  headers: string;
  body: Buffer;
  failure: string | null;
  at: Date;
  /** Calls of the same statement that bring it again. */
  repeats: number;
}

/** A call that waits until its events are stored. */
interface Waiting {
  rows: Row[];
  stored: () => void;
  failed: (error: unknown) => void;
}

/** What one statement stores: a flood takes several, so that the first of it are answered soon. */
const mostCalls = 100;

/** Text as PostgreSQL can store it. */
const storable = (text: string, length: number) => text.replaceAll(/\0|\p{Surrogate}/gu, '').slice(0, length);

/**
 * Stores the events of calls, each once: of one that is there already, only the repetition is counted. Calls that come while
 * others are being stored are stored together after them, in the order in which they came: a flood costs few commits.
 * @param onStored is called when there may be new events
 */
export function openEventStore(app: App, onStored: () => void): StoreEvents {
  const waiting: Waiting[] = [];
  let isWriting = false;

  async function writeAll(): Promise<void> {
    isWriting = true;
    while (waiting.length > 0) await writeSome(waiting.splice(0, mostCalls));
    isWriting = false;
  }

  async function writeSome(calls: Waiting[]): Promise<void> {
    try {
      await insert(app, onceEach(calls.flatMap(({ rows }) => rows)));
      for (const { stored } of calls) stored();
      onStored();
    } catch (error) {
      const [only, second] = calls;
      if (!second) return only?.failed(error);
      // One call that cannot be stored holds up no other.
      for (const call of calls) await writeSome([call]);
    }
  }

  return (taken) =>
    new Promise((stored, failed) => {
      waiting.push({ rows: rowsOf(app, taken), stored, failed });
      if (!isWriting) void writeAll();
    });
}

function rowsOf({ clock, config }: App, { connectionId, signature, raw, events, ...taken }: Taken): Row[] {
  const at = clock.now();
  const headers = JSON.stringify(taken.headers);
  return events.map(({ eventId: id, type, subject, ref, body, failure }) => {
    const eventId = storable(id, 200);
    return {
      connectionId,
      signature,
      headers,
      at,
      eventId,
      type: storable(type, 100),
      subject: subject && storable(subject, 200),
      ref: ref && storable(ref, 80),
      body: encryptBody({ config }, connectionId, eventId, body ?? raw),
      failure: failure === undefined ? null : storable(failure, 500),
      repeats: 0,
    };
  });
}

/** One statement may touch a row once. What was listed is no call, so it repeats none. */
function onceEach(rows: readonly Row[]): Row[] {
  const byEvent = new Map<string, Row>();
  for (const row of rows) {
    const key = `${row.connectionId} ${row.eventId}`;
    const first = byEvent.get(key);
    byEvent.set(key, first ? { ...first, repeats: first.repeats + (row.signature === 'listed' ? 0 : 1) } : row);
  }
  return [...byEvent.values()];
}

const insert = ({ db }: App, rows: readonly Row[]): Promise<number> =>
  db.run(sql`
    insert into inbox_event as e (connection_id, event_id, type, subject, ref, received_at, signature, headers, body, next_at, state, error, handled_at,
                                  repeats, repeated_at)
    select connection_id, event_id, type, subject, ref, at, signature, headers, body, at,
           case when failure is null then 'waiting' else 'failed' end, failure, case when failure is not null then at end,
           repeats, case when repeats > 0 then at end
    from unnest(${rows.map(({ connectionId }) => connectionId)}::uuid[], ${rows.map(({ eventId }) => eventId)}::text[],
                ${rows.map(({ type }) => type)}::text[], ${rows.map(({ subject }) => subject)}::text[],
                ${rows.map(({ ref }) => ref)}::text[], ${rows.map(({ at }) => at)}::timestamptz[],
                ${rows.map(({ signature }) => signature)}::text[], ${rows.map(({ headers }) => headers)}::jsonb[],
                ${rows.map(({ body }) => body)}::bytea[], ${rows.map(({ failure }) => failure)}::text[],
                ${rows.map(({ repeats }) => repeats)}::int[])
      with ordinality event (connection_id, event_id, type, subject, ref, at, signature, headers, body, failure, repeats, place)
    order by place
    on conflict (connection_id, event_id) do update
    set repeats = e.repeats + excluded.repeats + (excluded.signature <> 'listed')::int, repeated_at = excluded.received_at
    where excluded.signature <> 'listed' or excluded.repeats > 0`);
