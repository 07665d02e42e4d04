import { eventData } from '#contract/webhooks.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import type { Publication } from '#server/platform/webhooks.ts';

/** Records what the modules publish for programs. */
export const recordEvents = (app: App) =>
  app.webhooks.recordBy((publication) => app.db.tx((tx) => record(app, tx, publication)));

/** Serialises the writers of events: a reader who has seen a number has seen all below it. */
export const lockEvents = (tx: Tx) => tx.run(sql`select pg_advisory_xact_lock(hashtext('operator_event'))`);

/** Stores an event once, and a delivery for each subscribed endpoint. */
async function record({ clock }: App, tx: Tx, { outboxId, type, ...published }: Publication): Promise<void> {
  const data: Publication['data'] = eventData[type].parse(published.data);
  await lockEvents(tx);
  const now = clock.now();
  const written = await tx.maybeOne<{ seq: bigint }>(sql`
    insert into operator_event (id, outbox_id, type, client_id, data, at)
    values (${newId()}, ${outboxId}, ${type}, ${data.client_id ?? null}, ${JSON.stringify(data)}, ${now})
    on conflict (outbox_id) do nothing returning seq`);
  if (!written) return;
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
