import { z } from 'zod';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { flag, instant, uuid } from '#contract/kernel/fields.ts';
import type { NotificationGroup } from './names.ts';

/** So many bytes in base64url, without padding. */
const bytes = (count: number) =>
  z
    .string()
    .trim()
    .regex(/^[\w-]+$/, 'validation.type')
    .refine((value) => value.length === Math.ceil((count * 4) / 3), 'validation.type');

const push = z.object({
  /** What a browser subscribes with; null where this installation sends no push notifications. */
  public_key: z.string().nullable(),
  /** Where the caller is signed in and receives push notifications. */
  devices: z.array(
    z.object({
      id: uuid,
      name: z.string().nullable(),
      /** Whether it is the calling browser. */
      here: z.boolean(),
      detailed: z.boolean(),
      created_at: instant,
      last_success_at: instant.nullable(),
    }),
  ),
});
export type Push = z.output<typeof push>;

/** What goes to a device, encrypted. Any person who sees the locked device can read it. */
export interface PushMessage {
  title: string;
  text: string;
  /** With the language in front. */
  path: string;
  /** What is shown under the same tag is shown once. */
  tag: string;
  /** Undefined for several at once. */
  group?: NotificationGroup | undefined;
  language: string;
  direction: 'ltr' | 'rtl';
}

export const pushEndpoints = {
  'push.show': {
    route: 'GET /api/push',
    guard: 'signed_in',
    summary: 'The caller’s devices with push notifications.',
    response: push,
  },
  'push.subscribe': {
    route: 'POST /api/push/subscribe',
    guard: 'signed_in',
    needsProof: 'session',
    summary:
      'Turn on push notifications in this browser until its session ends, with the data from the browser’s push ' +
      'service.',
    body: z.strictObject({
      endpoint: z.url('validation.type').max(1000),
      /** What browsers call `p256dh`. */
      public_key: bytes(65),
      /** What browsers call `auth`. */
      secret: bytes(16),
      detailed: flag,
    }),
    response: push,
    refusals: ['push.off', 'push.address'],
    rateLimit: { hits: 30, windowS: 3600, by: 'person' },
  },
  'push.end': {
    route: 'POST /api/push/end',
    guard: 'signed_in',
    summary: 'Turn off push notifications on one of the caller’s devices.',
    body: z.strictObject({ subscription_id: uuid }),
    response: push,
    refusals: ['http.not_found'],
  },
} as const satisfies Endpoints;
