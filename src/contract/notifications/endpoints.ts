import { z } from 'zod';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import { done, fileOfList, flag, instant, uuid, writtenLine } from '#contract/kernel/fields.ts';
import { kinds } from './kinds.ts';
import { deliveryStates, notificationChannels, notificationGroups } from './names.ts';

const group = z.enum(notificationGroups, 'validation.choice');
const kind = z.enum(kinds, 'validation.choice');
const channel = z.enum(notificationChannels, 'validation.choice');

/** A notification; `title` and `text` are in the language of the caller. */
const notification = z.object({
  id: uuid,
  kind: z.string(),
  group,
  title: z.string(),
  text: z.string(),
  /** Where it leads, below the language. */
  path: z.string(),
  at: instant,
  read: z.boolean(),
});
export type Notification = z.output<typeof notification>;

/** As `22:30`. */
const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'validation.type');

const timeZone = z.string().max(60).refine(isTimeZone, 'validation.choice');

function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const settings = z.object({
  /** The notifications of the caller, group by group, by each channel in use. A `fixed` one is always sent. */
  events: z.array(
    z.object({
      kind,
      group,
      /** In the language of the caller. */
      title: z.string(),
      channels: z.array(z.object({ channel, fixed: z.boolean(), enabled: z.boolean() })),
    }),
  ),
  time_zone: z.string().nullable(),
  quiet: z.object({ from: timeOfDay, to: timeOfDay }).nullable(),
  digest: z.boolean(),
});
export type NotificationSettings = z.output<typeof settings>;

const unsubscription = z.object({
  what: z.enum(['kind', 'group', 'all']),
  /** Null for all groups. */
  group: group.nullable(),
  /** Of the kind, in the language of the caller. */
  title: z.string().nullable(),
  ended: z.boolean(),
});
export type Unsubscription = z.output<typeof unsubscription>;
const token = z.object({ token: z.string().max(200) });

const mayReadLog: readonly Role[] = ['support', 'compliance', 'admin'];

const logFilter = {
  /** Part of a name or an email. */
  search: writtenLine.pipe(z.string().max(80)).optional(),
  state: z.enum(deliveryStates, 'validation.choice').optional(),
  channel: channel.optional(),
};

const delivery = z.object({
  id: uuid,
  /** With the address that the email went to, else the present one. */
  client: z.object({ id: uuid, name: z.string(), email: z.string() }),
  kind: z.string(),
  group,
  /** Its heading, in the language of the caller. */
  title: z.string(),
  channel,
  state: z.enum(deliveryStates),
  /** `choice`, `quiet`, `digest`, `blocked`, `outdated`, or the response of the email server. */
  reason: z.string().nullable(),
  due_at: instant.nullable(),
  created_at: instant,
  changed_at: instant,
});
export type Delivery = z.output<typeof delivery>;

export const notificationsEndpoints = {
  'notifications.list': {
    route: 'POST /api/notifications',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'The caller’s in-app notifications, newest first, 30 at a time.',
    body: z.strictObject({ group: group.optional(), unread: flag.optional(), cursor: uuid.optional() }),
    response: z.object({ notifications: z.array(notification), next_cursor: uuid.nullable() }),
  },
  'notifications.unread': {
    route: 'GET /api/notifications/unread',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'The number of notifications that the caller hasn’t read.',
    response: z.object({ count: z.number().int() }),
  },
  'notifications.read': {
    route: 'POST /api/notifications/read',
    guard: 'signed_in',
    summary: 'Mark one notification as read. Repeating the call has no further effect.',
    body: z.strictObject({ notification_id: uuid }),
    response: done,
    refusals: ['http.not_found'],
  },
  'notifications.read_all': {
    route: 'POST /api/notifications/read-all',
    guard: 'signed_in',
    summary: 'Mark all notifications as read, or a group of them.',
    body: z.strictObject({ group: group.optional() }),
    response: done,
  },
  'notifications.settings': {
    route: 'GET /api/notifications/settings',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'The caller’s notification preferences: topics, channels and times.',
    response: settings,
  },
  'notifications.set_preference': {
    route: 'POST /api/notifications/preferences',
    guard: 'signed_in',
    needsProof: 'session',
    summary:
      'Turn a whole group on or off for a channel, in place of earlier choices. Mandatory notifications still arrive.',
    body: z.strictObject({ group, channel, enabled: flag }),
    response: settings,
    refusals: ['notifications.always'],
  },
  'notifications.set_kind_preference': {
    route: 'POST /api/notifications/preferences/kind',
    guard: 'signed_in',
    needsProof: 'session',
    summary: 'Turn one kind of notification on or off for a channel, regardless of its group.',
    body: z.strictObject({ kind, channel, enabled: flag }),
    response: settings,
    refusals: ['notifications.always'],
  },
  'notifications.set_hours': {
    route: 'POST /api/notifications/hours',
    guard: 'signed_in',
    summary:
      'Set the quiet hours for notifications that aren’t urgent, and whether emails are combined into a daily ' +
      'summary.',
    body: z
      .strictObject({
        time_zone: timeZone,
        quiet: z.strictObject({ from: timeOfDay, to: timeOfDay }).nullable(),
        digest: flag,
      })
      .refine(({ quiet }) => quiet === null || quiet.from !== quiet.to, {
        path: ['quiet'],
        error: 'validation.choice',
      }),
    response: settings,
  },
  'notifications.unsubscription': {
    route: 'GET /api/unsubscribe/:token',
    guard: 'anyone',
    summary: 'What an unsubscribe link would turn off, and whether that’s already off. Changes nothing.',
    params: token,
    response: unsubscription,
    refusals: ['http.not_found'],
    rateLimit: { hits: 60, windowS: 60, by: 'address' },
  },
  'notifications.unsubscribe': {
    route: 'POST /:lang/unsubscribe/:token',
    antiForgery: false,
    guard: 'anyone',
    summary:
      'Turn off the emails that contained the link, as email programs do under RFC 8058: without a session, by ' +
      'the address alone.',
    params: token.extend({ lang: z.string().max(5) }),
    /**
     * An email program sends `List-Unsubscribe=One-Click`. With `whole_group` a link of one kind ends the emails of its
     * group.
     */
    body: z.object({ whole_group: flag.optional() }),
    response: unsubscription,
    refusals: ['http.not_found'],
    rateLimit: { hits: 60, windowS: 60, by: 'address' },
  },
  'notifications.log': {
    route: 'POST /api/staff/email-log',
    readsReplica: true,
    guard: mayReadLog,
    summary: 'Sent messages with recipient, channel and outcome, newest first, 50 at a time.',
    body: z.strictObject({ ...logFilter, cursor: uuid.optional() }),
    response: z.object({ deliveries: z.array(delivery), next_cursor: uuid.nullable() }),
  },
  'notifications.log_file': {
    route: 'GET /api/staff/email-log/file',
    readsReplica: true,
    guard: mayReadLog,
    summary: 'The same as CSV, 10,000 rows at most. Logged.',
    query: z.strictObject(logFilter),
    ...fileOfList,
  },
} as const satisfies Endpoints;
