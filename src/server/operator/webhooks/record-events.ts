import type { EventName, Events } from '#contract/modules.ts';
import { eventData } from '#contract/webhooks.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Publication } from '#server/platform/webhooks.ts';

/** An event of the outbox that may be published. */
interface Row {
  id: bigint;
  name: EventName;
  payload: Events[EventName];
  at: Date;
}

/** Records what the modules publish for programs. */
export const recordEvents = (app: App) => app.webhooks.recordBy((outboxId) => recordUntil(app, outboxId));

/**
 * Records an event, after those before it of the same client or offering: one whose delivery failed, or whose instance was
 * killed, would otherwise follow what happened later.
 */
async function recordUntil(app: App, outboxId: bigint): Promise<void> {
  const published: (Row & Publication)[] = [];
  for (const row of await unrecordedUntil(app, outboxId)) {
    const publication = await app.webhooks.publicationOf(row.name, row.payload);
    if (publication) published.push({ ...row, ...publication });
  }
  if (published.length === 0) return;
  await app.db.tx(async (tx) => {
    await lockEvents(tx);
    for (const each of published) await record(app, tx, each);
  });
}

/** What an event is about: a client, else an offering. An index has it in these words. */
const objectOf = (payload: Sql) => sql`coalesce(${payload}->>'clientId', ${payload}->>'offeringId')`;

const unrecordedUntil = ({ db, clock, webhooks }: App, outboxId: bigint) =>
  db.rows<Row>(sql`
    select e.id, e.name, e.payload, e.created_at as at
    from outbox this cross join lateral (
      select this.* union all
      select * from outbox
      where ${objectOf(sql`payload`)} = ${objectOf(sql`this.payload`)} and id < this.id and delivered_at is null and given_up_at is null
        and (attempts > 0 or next_attempt_at <= ${clock.now()}) and name = any(${webhooks.names()}::text[])) e
    where this.id = ${outboxId} and not exists (select from operator_event o where o.outbox_id = e.id) order by e.id`);

/** Serialises the writers of events: a reader who has seen a number has seen all below it. */
export const lockEvents = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(hashtext('operator_event'))`);

/** Stores an event once, and a delivery for each subscribed endpoint. */
async function record(
  { clock }: App,
  tx: Tx,
  { id: outboxId, type, at, ...published }: Row & Publication,
): Promise<void> {
  const data: Publication['data'] = eventData[type].parse(published.data);
  const written = await tx.maybeOne<{ seq: bigint }>(sql`
    insert into operator_event (id, outbox_id, type, client_id, data, at)
    values (${newId()}, ${outboxId}, ${type}, ${data.client_id ?? null}, ${JSON.stringify(data)}, ${at})
    on conflict (outbox_id) do nothing returning seq`);
  if (!written) return;
  const now = clock.now();
  const wanting = await tx.rows<{ id: string }>(sql`
    select id from webhook_endpoint where state in ('active', 'disabled') and ${type} = any(events)`);
  for (const { id } of wanting) await addDelivery(tx, id, written.seq, now);
}

/** A delivery that is due at once. */
export async function addDelivery(tx: Tx, endpointId: string, seq: bigint, now: Date): Promise<void> {
  await tx.run(sql`
    insert into webhook_delivery (id, endpoint_id, event_seq, state, next_attempt_at, created_at)
    values (${newId()}, ${endpointId}, ${seq}, 'pending', ${now}, ${now})`);
}
