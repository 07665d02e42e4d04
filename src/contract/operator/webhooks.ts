import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { done, fileOfList, flag, instant, nothing, uuid, wholeNumber, writtenLine } from '#contract/kernel/fields.ts';
import { operatorEvent } from './event-data.ts';
import { attemptFailures, deliveryStates, publicEvents, maxWebhooks, webhookStates } from './event-names.ts';
import { keyOverlaps } from './names.ts';
import { proof, proofRefusals } from '#contract/auth/proof.ts';

const webhook = z.object({
  id: uuid,
  name: z.string(),
  url: z.string(),
  events: z.array(z.enum(publicEvents)),
  state: z.enum(webhookStates),
  failing_since: instant.nullable(),
  /** Until when the former secret signs as well. */
  former_secret_until: instant.nullable(),
  waiting: z.number().int(),
  last_delivered_at: instant.nullable(),
  created_at: instant,
});
export type Webhook = z.output<typeof webhook>;

const delivery = z.object({
  id: uuid,
  event_id: uuid,
  type: z.string(),
  state: z.enum(deliveryStates),
  created_at: instant,
  /** Null when there will be none. */
  next_attempt_at: instant.nullable(),
  /** What is sent, as it is signed. */
  payload: z.string(),
  attempts: z.array(
    z.object({
      at: instant,
      duration_ms: z.number().int(),
      status: z.number().int().nullable(),
      failure: z.enum(attemptFailures).nullable(),
      response: z.string().nullable(),
    }),
  ),
});
export type Delivery = z.output<typeof delivery>;

const input = {
  name: writtenLine.pipe(z.string().min(1, 'validation.required').max(60)),
  url: z
    .string()
    .trim()
    .max(500)
    .pipe(z.url({ protocol: /^https?$/, error: 'operator.url' })),
  events: z
    .array(z.enum(publicEvents, 'validation.choice'))
    .min(1, 'operator.scopes')
    .max(publicEvents.length)
    .transform((list) => publicEvents.filter((event) => list.includes(event))),
};
const which = { webhook_id: uuid };
const deliveryFilter = {
  ...which,
  state: z.enum(deliveryStates, 'validation.choice').optional(),
  type: z.enum(publicEvents, 'validation.choice').optional(),
};
const withSecret = z.object({ webhook, secret: z.string() });

export const operatorWebhooksEndpoints = {
  'operator.webhooks': {
    route: 'POST /api/staff/operator/webhooks',
    guard: ['admin'],
    summary: 'Webhooks that notify the operator’s programs of events.',
    body: nothing,
    response: z.array(webhook),
  },
  'operator.webhooks_file': {
    route: 'GET /api/staff/operator/webhooks/file',
    guard: ['admin'],
    summary: 'The same as CSV. Logged.',
    ...fileOfList,
  },
  'operator.create_webhook': {
    route: 'POST /api/staff/operator/webhooks/create',
    guard: ['admin'],
    summary: `Create a webhook, ${maxWebhooks} at most. The answer shows the signing secret only this once.`,
    body: z.strictObject({ ...input, ...proof }),
    response: withSecret,
    refusals: [...proofRefusals, 'operator.webhook_address', 'operator.webhooks_full'],
    rateLimit: { hits: 20, windowS: 3600, by: 'person' },
  },
  'operator.edit_webhook': {
    route: 'POST /api/staff/operator/webhooks/edit',
    guard: ['admin'],
    summary: 'Change the webhook’s name, address and events.',
    body: z.strictObject({ ...which, ...input, ...proof }),
    response: webhook,
    refusals: [...proofRefusals, 'operator.webhook_address', 'http.not_found'],
    rateLimit: { hits: 20, windowS: 3600, by: 'person' },
  },
  'operator.rotate_webhook': {
    route: 'POST /api/staff/operator/webhooks/rotate',
    guard: ['admin'],
    summary: 'Sign with a new secret. The former secret also signs for the given number of hours.',
    body: z.strictObject({ ...which, overlap_hours: wholeNumber(0, Math.max(...keyOverlaps)), ...proof }),
    response: withSecret,
    refusals: [...proofRefusals, 'http.not_found'],
    rateLimit: { hits: 20, windowS: 3600, by: 'person' },
  },
  'operator.switch_webhook': {
    route: 'POST /api/staff/operator/webhooks/switch',
    guard: ['admin'],
    summary: 'Turn the webhook off or on. Waiting events are sent when it is on.',
    body: z.strictObject({ ...which, on: flag }),
    response: webhook,
    refusals: ['http.not_found'],
  },
  'operator.remove_webhook': {
    route: 'POST /api/staff/operator/webhooks/remove',
    guard: ['admin'],
    summary: 'Delete the webhook. Waiting events are never sent.',
    body: z.strictObject(which),
    response: done,
    refusals: ['http.not_found'],
  },
  'operator.test_webhook': {
    route: 'POST /api/staff/operator/webhooks/test',
    guard: ['admin'],
    summary: 'Send a test event to the webhook.',
    body: z.strictObject(which),
    response: done,
    refusals: ['http.not_found', 'operator.webhook_off'],
    rateLimit: { hits: 30, windowS: 600, by: 'person' },
  },
  'operator.deliveries': {
    route: 'POST /api/staff/operator/webhooks/deliveries',
    guard: ['admin'],
    summary: 'Events that were sent to the webhook with its answers, newest first, 25 at a time.',
    body: z.strictObject({ ...deliveryFilter, cursor: uuid.optional() }),
    response: z.object({ webhook, deliveries: z.array(delivery), next_cursor: uuid.nullable() }),
    refusals: ['http.not_found'],
  },
  'operator.deliveries_file': {
    route: 'GET /api/staff/operator/webhooks/deliveries/file',
    readsReplica: true,
    guard: ['admin'],
    summary: 'The same as CSV without the contents of the events, 10,000 rows at most. Logged.',
    query: z.strictObject(deliveryFilter),
    refusals: ['http.not_found'],
    ...fileOfList,
  },
  'operator.send_again': {
    route: 'POST /api/staff/operator/webhooks/send-again',
    guard: ['admin'],
    summary: 'Send an event again under the same id.',
    body: z.strictObject({ delivery_id: uuid }),
    response: done,
    refusals: ['http.not_found', 'operator.webhook_off'],
    rateLimit: { hits: 100, windowS: 600, by: 'person' },
  },
  'operator_api.events': {
    route: 'GET /api/operator/v1/events',
    guard: { scope: 'events:read' },
    summary:
      'All events in order, including everything that webhooks send, so a program misses nothing. `after` ' +
      'is the `next_cursor` of the previous page; store it to continue later. With `Accept: text/event-stream` the ' +
      'response stays open and sends each event as it comes; `Last-Event-ID` continues after a place.',
    refusals: ['operator.place_ahead'],
    query: z.strictObject({
      after: z
        .string()
        .regex(/^\d{1,18}$/, 'validation.identifier')
        .default('0'),
      limit: wholeNumber(1, 200).default(50),
      type: z.enum(publicEvents, 'validation.choice').optional(),
    }),
    response: z.object({ data: z.array(operatorEvent), next_cursor: z.string() }),
  },
} as const satisfies Endpoints;
