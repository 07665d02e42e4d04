import { z } from 'zod';
import type { Endpoints, Role } from './endpoint.ts';
import { done, fileOfList, flag, instant, uuid, writtenLine } from './fields.ts';
import { deliveryStates, kinds, notificationChannels, notificationGroups } from './notification-names.ts';

const group = z.enum(notificationGroups, 'validation.choice');
const kind = z.enum(kinds, 'validation.choice');
const channel = z.enum(notificationChannels, 'validation.choice');

/** What somebody was told; `title` and `text` are in the language of the asker. */
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
  /** What the asker may be told of, group by group, by each channel it uses. What is `fixed` comes always. */
  events: z.array(
    z.object({
      kind,
      group,
      /** In the language of the asker. */
      title: z.string(),
      channels: z.array(z.object({ channel, fixed: z.boolean(), wanted: z.boolean() })),
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
  /** Of the kind, in the language of the asker. */
  title: z.string().nullable(),
  ended: z.boolean(),
});
export type Unsubscription = z.output<typeof unsubscription>;
const token = z.object({ token: z.string().max(200) });

const mayReadLog: readonly Role[] = ['support', 'compliance', 'admin'];

const logFilter = {
  /** Part of a name or an e-mail. */
  search: writtenLine.pipe(z.string().max(80)).optional(),
  state: z.enum(deliveryStates, 'validation.choice').optional(),
  channel: channel.optional(),
};

const delivery = z.object({
  id: uuid,
  /** With the address that the letter went to, else the present one. */
  client: z.object({ id: uuid, name: z.string(), email: z.string() }),
  kind: z.string(),
  group,
  /** As its heading says it, in the language of the asker. */
  title: z.string(),
  channel,
  state: z.enum(deliveryStates),
  /** `choice`, `quiet`, `digest`, `blocked`, `outdated`, or what the mail server said. */
  reason: z.string().nullable(),
  due_at: instant.nullable(),
  created_at: instant,
  changed_at: instant,
});
export type Delivery = z.output<typeof delivery>;

export const notificationsEndpoints = {
  'notifications.list': {
    route: 'POST /api/notifications',
    guard: 'client',
    underWatch: 'client',
    summary: 'What the asker was told of by the bell, the latest first, 30 at a time.',
    body: z.strictObject({ group: group.optional(), unread: flag.optional(), cursor: uuid.optional() }),
    answer: z.object({ notifications: z.array(notification), next_cursor: uuid.nullable() }),
  },
  'notifications.unread': {
    route: 'GET /api/notifications/unread',
    guard: 'client',
    underWatch: 'client',
    summary: 'How much of it the asker has not read.',
    answer: z.object({ count: z.number().int() }),
  },
  'notifications.read': {
    route: 'POST /api/notifications/read',
    guard: 'client',
    summary: 'Mark one as read; marked twice it stays so.',
    body: z.strictObject({ notification_id: uuid }),
    answer: done,
    refusals: ['http.not_found'],
  },
  'notifications.read_all': {
    route: 'POST /api/notifications/read-all',
    guard: 'client',
    summary: 'Mark everything as read, or a group of it.',
    body: z.strictObject({ group: group.optional() }),
    answer: done,
  },
  'notifications.settings': {
    route: 'GET /api/notifications/settings',
    guard: 'client',
    underWatch: 'client',
    summary: 'What the asker wishes to be told of, by which channels and when.',
    answer: settings,
  },
  'notifications.choose': {
    route: 'POST /api/notifications/choose',
    guard: 'client',
    needsProof: 'session',
    summary:
      'Wish for a whole group on a channel, or not, whatever was chosen of it before. What comes always comes all the same.',
    body: z.strictObject({ group, channel, wanted: flag }),
    answer: settings,
    refusals: ['notifications.always'],
  },
  'notifications.choose_kind': {
    route: 'POST /api/notifications/choose-kind',
    guard: 'client',
    needsProof: 'session',
    summary: 'Wish for one kind of notification on a channel, or not, whatever holds for its group.',
    body: z.strictObject({ kind, channel, wanted: flag }),
    answer: settings,
    refusals: ['notifications.always'],
  },
  'notifications.set_hours': {
    route: 'POST /api/notifications/hours',
    guard: 'client',
    summary: 'Set the hours in which nothing comes that is not urgent, and whether mails come together once a day.',
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
    answer: settings,
  },
  'notifications.unsubscription': {
    route: 'GET /api/unsubscribe/:token',
    guard: 'anyone',
    summary: 'What a link in a mail would end, and whether that has ended. Changes nothing.',
    params: token,
    answer: unsubscription,
    refusals: ['http.not_found'],
    rateLimit: { hits: 60, windowS: 60, by: 'address' },
  },
  'notifications.unsubscribe': {
    route: 'POST /:lang/unsubscribe/:token',
    antiForgery: false,
    guard: 'anyone',
    summary:
      'End the mails that a link was in, as mail programs do by RFC 8058: without a session, by the address alone.',
    params: token.extend({ lang: z.string().max(5) }),
    /** A mail program sends `List-Unsubscribe=One-Click`. With `whole_group` a link of one kind ends the mails of its group. */
    body: z.object({ whole_group: flag.optional() }),
    answer: unsubscription,
    refusals: ['http.not_found'],
    rateLimit: { hits: 60, windowS: 60, by: 'address' },
  },
  'notifications.log': {
    route: 'POST /api/staff/mail-log',
    guard: mayReadLog,
    summary: 'What was sent to whom by which channel, and what became of it, the latest first, 50 at a time.',
    body: z.strictObject({ ...logFilter, cursor: uuid.optional() }),
    answer: z.object({ deliveries: z.array(delivery), next_cursor: uuid.nullable() }),
  },
  'notifications.log_file': {
    route: 'GET /api/staff/mail-log/file',
    guard: mayReadLog,
    summary: 'The same as CSV, 10,000 rows at most. It is written down.',
    query: z.strictObject(logFilter),
    ...fileOfList,
  },
} as const satisfies Endpoints;
