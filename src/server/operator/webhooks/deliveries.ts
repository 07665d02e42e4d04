import { testEvent, type PublicEvent } from '#contract/operator/event-names.ts';
import type { Delivery } from '#contract/operator/webhooks.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { newId } from '#server/platform/id.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';
import { lockWebhook } from './change-webhooks.ts';
import { payloadOf, type EventRow } from './event-row.ts';
import { readWebhook } from './list-webhooks.ts';
import { addDelivery, lockEvents } from './record-events.ts';

const pageSize = 25;

interface Row extends EventRow {
  deliveryId: string;
  state: Delivery['state'];
  createdAt: Date;
  nextAt: Date;
  tries: (Omit<Delivery['attempts'][number], 'at'> & { at: string })[];
}

/** The endpoint, and the filter of its log. */
export interface DeliveryQuery {
  webhook_id: string;
  state?: Delivery['state'] | undefined;
  type?: PublicEvent | undefined;
}

/** What was sent to an endpoint, the latest first. @throws Refusal `http.not_found` */
export async function readDeliveries(
  app: App,
  {
    webhook_id: id,
    state,
    type,
    cursor,
    limit = pageSize,
  }: DeliveryQuery & { cursor?: string | undefined; limit?: number },
) {
  const webhook = await readWebhook(app, app.db, id);
  const rows = await app.db.rows<Row>(sql`
    select d.id as "deliveryId", d.state, d.created_at as "createdAt", d.next_attempt_at as "nextAt",
           v.seq, v.id, v.type, v.data, v.at,
           coalesce((select jsonb_agg(to_jsonb(a) order by a.id desc) from webhook_attempt a where a.delivery_id = d.id), '[]') as tries
    from webhook_delivery d join operator_event v on v.seq = d.event_seq
    where d.endpoint_id = ${id} and (${state ?? null}::text is null or d.state = ${state ?? null})
      and (${type ?? null}::text is null or v.type = ${type ?? null})
      and (${cursor ?? null}::uuid is null or d.id < ${cursor ?? null}::uuid)
    order by d.id desc limit ${limit + 1}`);
  const page = rows.slice(0, limit);
  return {
    webhook,
    deliveries: page.map(show),
    next_cursor: rows.length > limit ? (page.at(-1)?.deliveryId ?? null) : null,
  };
}

const show = (row: Row): Delivery => ({
  id: row.deliveryId,
  event_id: row.id,
  type: row.type,
  state: row.state,
  created_at: row.createdAt.toISOString(),
  next_attempt_at: row.state === 'pending' ? row.nextAt.toISOString() : null,
  payload: payloadOf(row),
  attempts: row.tries.map(({ at, duration_ms, status, failure, response }) => ({
    at: new Date(at).toISOString(),
    duration_ms,
    status,
    failure,
    response,
  })),
});

/**
 * Sends an event again under its id, at once and with the record of its attempts so far.
 * @throws Refusal `http.not_found`, `operator.webhook_off`
 */
export async function sendAgain(
  app: App,
  me: Person,
  { delivery_id: id }: { delivery_id: string },
): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    const delivery = await tx.maybeOne<{ endpointId: string; eventId: string }>(sql`
      select d.endpoint_id as "endpointId", v.id as "eventId"
      from webhook_delivery d join operator_event v on v.seq = d.event_seq where d.id = ${id}`);
    if (!delivery) throw notFound();
    const { name, state } = await lockWebhook(tx, delivery.endpointId);
    if (state !== 'active') throw refuse('operator.webhook_off');
    await tx.run(sql`
      update webhook_delivery set state = 'pending', attempts = 0, next_attempt_at = ${app.clock.now()} where id = ${id}`);
    await writeAudit(tx, app.clock, {
      actorId: me.id,
      action: 'operator.send_again',
      details: { webhook: name, event: delivery.eventId },
    });
  });
  return { status: 'ok' };
}

/**
 * Sends an event without content.
 * @throws Refusal `http.not_found`, `operator.webhook_off`
 */
export async function testWebhook(
  app: App,
  me: Person,
  { webhook_id: id }: { webhook_id: string },
): Promise<{ status: 'ok' }> {
  await app.db.tx(async (tx) => {
    // Before the endpoint, in the same order as where operator events are written.
    await lockEvents(tx);
    const { name, state } = await lockWebhook(tx, id);
    if (state !== 'active') throw refuse('operator.webhook_off');
    const now = app.clock.now();
    const { seq } = await tx.one<{ seq: bigint }>(sql`
      insert into operator_event (id, type, data, is_test, at) values (${newId()}, ${testEvent}, '{}', true, ${now}) returning seq`);
    await addDelivery(tx, id, seq, now);
    await writeAudit(tx, app.clock, { actorId: me.id, action: 'operator.test_webhook', details: { webhook: name } });
  });
  return { status: 'ok' };
}
