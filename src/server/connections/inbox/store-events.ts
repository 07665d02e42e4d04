import type { App } from '#server/platform/app.ts';
import type { HookCall, HookEvent, Hooks } from '#server/platform/connections/hooks.ts';
import { sql } from '#server/platform/db/sql.ts';
import { encryptBody } from '#server/platform/connections/event-body.ts';

interface Taken {
  connectionId: string;
  signature: 'valid' | 'second_secret';
  call: HookCall;
  events: readonly HookEvent[];
  hooks: Hooks;
}

/** Text as PostgreSQL can store it. */
const storable = (text: string, length: number) => text.replaceAll(/\0|\p{Surrogate}/gu, '').slice(0, length);

/**
 * Stores the events of a call, each once: one that is there already stays as it is.
 * @returns how many are new
 */
export async function storeEvents(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  { connectionId, signature, call, events, hooks }: Taken,
): Promise<number> {
  const now = clock.now();
  const headers = Object.fromEntries(
    hooks.keptHeaders.flatMap((name) => (call.headers[name] === undefined ? [] : [[name, call.headers[name]]])),
  );
  const rows = events.map((event) => {
    const eventId = storable(event.eventId, 200);
    return { ...event, eventId, body: encryptBody({ config }, connectionId, eventId, event.body ?? call.raw) };
  });
  return db.run(sql`
    insert into inbox_event (connection_id, event_id, type, subject, ref, received_at, signature, headers, body, next_at)
    select ${connectionId}, e.event_id, e.type, e.subject, e.ref, ${now}, ${signature}, ${JSON.stringify(headers)}::jsonb, e.body, ${now}
    from unnest(${rows.map(({ eventId }) => eventId)}::text[], ${rows.map(({ type }) => storable(type, 100))}::text[],
                ${rows.map(({ subject }) => subject && storable(subject, 200))}::text[], ${rows.map(({ ref }) => ref && storable(ref, 80))}::text[],
                ${rows.map(({ body }) => body)}::bytea[]) as e (event_id, type, subject, ref, body)
    on conflict (connection_id, event_id) do nothing`);
}
