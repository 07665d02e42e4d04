import type { Delivery, Webhook } from '#contract/operator/webhooks.ts';
import type { App } from '#server/platform/app.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { listFile, type Columns } from '#server/platform/exports/list-file.ts';
import type { Person } from '#server/platform/session/session.ts';
import { readDeliveries, type DeliveryQuery } from './deliveries.ts';
import { listWebhooks, readWebhook } from './list-webhooks.ts';

const ofWebhook: Columns<Webhook> = {
  id: ({ id }) => id,
  name: ({ name }) => name,
  url: ({ url }) => url,
  events: ({ events }) => events.join(' '),
  state: ({ state }) => state,
  failing_since_utc: (webhook) => webhook.failing_since,
  waiting: ({ waiting }) => waiting,
  last_delivered_utc: (webhook) => webhook.last_delivered_at,
  created_utc: (webhook) => webhook.created_at,
};

/** The webhooks as a file. */
export const webhooksFile = (app: App, me: Person): Promise<FileResponse> =>
  listFile(app, me, {
    name: 'webhooks',
    action: 'operator.webhooks_file',
    filter: {},
    columns: ofWebhook,
    read: () => listWebhooks(app),
  });

/** Attempts come the latest first. */
const ofDelivery: Columns<Delivery> = {
  id: ({ id }) => id,
  event_id: (delivery) => delivery.event_id,
  type: ({ type }) => type,
  state: ({ state }) => state,
  created_utc: (delivery) => delivery.created_at,
  next_attempt_utc: (delivery) => delivery.next_attempt_at,
  attempts: ({ attempts }) => attempts.length,
  last_attempt_utc: ({ attempts: [last] }) => last?.at ?? null,
  last_duration_ms: ({ attempts: [last] }) => last?.duration_ms ?? null,
  last_status: ({ attempts: [last] }) => last?.status ?? null,
  last_failure: ({ attempts: [last] }) => last?.failure ?? null,
};

/** What was sent to a webhook as a file, without what was in it. @throws Refusal `http.not_found` */
export async function deliveriesFile(app: App, me: Person, filter: DeliveryQuery): Promise<FileResponse> {
  const { name } = await readWebhook(app, app.db, filter.webhook_id);
  return listFile(app, me, {
    name: 'deliveries',
    action: 'operator.deliveries_file',
    filter: { webhook: name, ...filter },
    columns: ofDelivery,
    read: async (limit) => (await readDeliveries(app, { ...filter, limit })).deliveries,
  });
}
