import { z } from 'zod';
import { textLengthFallback } from '#contract/kernel/constants.ts';
import type { Endpoints, Role } from '#contract/kernel/endpoint.ts';
import {
  done,
  fileOfList,
  flag,
  instant,
  language,
  nothing,
  uuid,
  writtenLine,
  writtenText,
} from '#contract/kernel/fields.ts';
import { chatRoom, linkedObject, ticketSubject } from './endpoints.ts';
import { supportSettingsEndpoints } from './settings.ts';
import { inboxSorts, inboxViews } from './staff-names.ts';
import { priorities, roomStatuses, ticketCategories } from './names.ts';

/** Who replies to clients. */
const staff: readonly Role[] = ['support', 'admin'];

const person = z.object({ id: uuid, name: z.string() });
const room = { room_id: uuid };

/** A conversation as support sees it. */
const staffRoom = chatRoom.omit({ answered: true }).extend({
  status: z.enum(roomStatuses),
  category: z.enum(ticketCategories).nullable(),
  priority: z.enum(priorities),
  client_id: uuid,
  tier: z.string().nullable(),
  /** The client's. */
  language,
  assignee: person.nullable(),
  snoozed_until: instant.nullable(),
  /** When a reply is due (SLA); null while no reply is awaited. */
  reply_due_at: instant.nullable(),
  /** When it is to be resolved; null while it is the client's turn. */
  resolve_due_at: instant.nullable(),
  /** What is left of that in working time, while the clock of the SLA is paused. */
  resolve_left_minutes: z.number().int().nullable(),
  rating: z.number().int().nullable(),
  /** Where words were searched for: the piece of the latest message that has them. */
  hit: z.string().nullable(),
});
export type StaffRoom = z.output<typeof staffRoom>;

/** What an agent needs to know of a client while talking with them; read-only. */
const clientCard = z.object({
  id: uuid,
  name: z.string(),
  email: z.string(),
  email_verified: z.boolean(),
  language,
  country: z.string(),
  level: z.number().int(),
  tier: z.string(),
  registered_at: instant,
  last_sign_in_at: instant.nullable(),
  wallets: z.array(z.object({ id: uuid, currency: z.string(), available: z.string(), held: z.string() })),
  accounts: z.array(z.object({ number: z.string(), currency: z.string(), status: z.string() })),
  payments: z.array(
    z.object({
      id: uuid,
      number: z.string(),
      kind: z.string(),
      state: z.string(),
      amount: z.string(),
      currency: z.string(),
      at: instant,
    }),
  ),
  applications: z.array(z.object({ id: uuid, number: z.string(), ticker: z.string(), state: z.string(), at: instant })),
  conversations: z.array(
    z.object({
      id: uuid,
      kind: z.enum(['ticket', 'chat']),
      number: z.string().nullable(),
      subject: z.string().nullable(),
      status: z.enum(roomStatuses),
      at: instant,
    }),
  ),
});
export type ClientCard = z.output<typeof clientCard>;

const canned = z.object({
  shortcut: z.string(),
  /** By language; the texts that are missing fall back on English. */
  texts: z.record(z.string(), z.string()),
  /** Who wrote it last, if that is known, and when. */
  by: z.string().nullable(),
  at: instant,
});
export type Canned = z.output<typeof canned>;

const shortcut = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9_-]{1,30}$/, 'validation.choice');

/** Which conversations, and in which order. */
const inboxFilter = {
  view: z.enum(inboxViews, 'validation.choice').default('waiting'),
  kind: z.enum(['ticket', 'chat'], 'validation.choice').optional(),
  category: z.enum(ticketCategories, 'validation.choice').optional(),
  priority: z.enum(priorities, 'validation.choice').optional(),
  /** The client's. */
  language: language.optional(),
  /** By activity, or by what is due first. */
  sort: z.enum(inboxSorts, 'validation.choice').default('latest'),
  /** Beginnings of words of a message, a subject, a number, a name or an email address. */
  search: writtenLine.pipe(z.string().max(80)).optional(),
};

export const supportStaffEndpoints = {
  'support.inbox': {
    route: 'POST /api/staff/support/inbox',
    guard: staff,
    summary: 'Conversations, 50 at a time, with the number in each view.',
    body: z.strictObject({ ...inboxFilter, cursor: z.string().max(100).optional() }),
    response: z.object({
      rooms: z.array(staffRoom),
      next_cursor: z.string().nullable(),
      counts: z.object({
        waiting: z.number().int(),
        mine: z.number().int(),
        unassigned: z.number().int(),
        /** A reply, or its resolution, is due soon or overdue. */
        due: z.number().int(),
        snoozed: z.number().int(),
      }),
    }),
  },
  'support.inbox_file': {
    route: 'GET /api/staff/support/inbox/file',
    readsReplica: true,
    guard: staff,
    summary: 'The same as CSV, 10,000 conversations at most, without their messages. Logged.',
    query: z.strictObject(inboxFilter),
    ...fileOfList,
  },
  'support.staff_room': {
    route: 'POST /api/staff/support/room',
    guard: staff,
    summary: 'One conversation with its client.',
    body: z.strictObject(room),
    response: z.object({
      room: staffRoom,
      link: linkedObject.nullable(),
      /** The one that continues a closed one, if any. */
      next: z.object({ room_id: uuid, number: z.string().nullable() }).nullable(),
      client: clientCard,
      rating_text: z.string().nullable(),
    }),
    refusals: ['http.not_found'],
  },
  'support.open_ticket_for': {
    route: 'POST /api/staff/support/open',
    guard: staff,
    summary:
      'Write to a client first: a ticket with a first message of support, once per `request_id`. The client’s reply is pending.',
    body: z.strictObject({
      request_id: uuid,
      client_id: uuid,
      category: z.enum(ticketCategories, 'validation.choice'),
      subject: ticketSubject,
      text: writtenText.pipe(z.string().min(1, 'validation.required').max(textLengthFallback.max)),
    }),
    response: staffRoom,
    refusals: ['http.not_found', 'staff.closed', 'http.idempotency_mismatch'],
    rateLimit: { hits: 60, windowS: 600, by: 'person' },
  },
  'support.assign': {
    route: 'POST /api/staff/support/assign',
    guard: staff,
    summary:
      'Claim a conversation, assign it to a colleague with a note for them, or, without an assignee, return it ' +
      'to the queue.',
    body: z.strictObject({
      ...room,
      person_id: uuid.nullable(),
      note: writtenText.pipe(z.string().max(textLengthFallback.max)).optional(),
    }),
    response: staffRoom,
    refusals: ['http.not_found', 'support.not_an_agent'],
  },
  'support.snooze': {
    route: 'POST /api/staff/support/snooze',
    guard: staff,
    summary:
      'Snooze a conversation until a given time. An answer from the client or an approaching response deadline ' +
      'brings it back sooner.',
    body: z.strictObject({ ...room, until: instant }),
    response: staffRoom,
    refusals: ['http.not_found', 'support.closed', 'support.settled', 'support.snooze_past', 'support.snooze_due'],
  },
  'support.resolve': {
    route: 'POST /api/staff/support/resolve',
    guard: staff,
    summary: 'Mark a conversation as resolved.',
    body: z.strictObject(room),
    response: staffRoom,
    refusals: ['http.not_found', 'support.closed', 'support.settled'],
  },
  'support.reopen': {
    route: 'POST /api/staff/support/reopen',
    guard: staff,
    summary: 'Bring a snoozed or resolved conversation back.',
    body: z.strictObject(room),
    response: staffRoom,
    refusals: ['http.not_found', 'support.closed'],
  },
  'support.set_priority': {
    route: 'POST /api/staff/support/priority',
    guard: staff,
    summary: 'Set the priority of a conversation.',
    body: z.strictObject({ ...room, priority: z.enum(priorities, 'validation.choice') }),
    response: staffRoom,
    refusals: ['http.not_found'],
  },
  'support.convert': {
    route: 'POST /api/staff/support/convert',
    guard: staff,
    summary: 'Convert a chat to a ticket, including all messages. If it’s already converted, that ticket is returned.',
    body: z.strictObject({
      ...room,
      category: z.enum(ticketCategories, 'validation.choice'),
      subject: ticketSubject,
    }),
    response: staffRoom,
    refusals: ['http.not_found'],
  },
  'support.canned': {
    route: 'POST /api/staff/support/canned',
    guard: staff,
    summary: 'Support’s saved replies.',
    body: nothing,
    response: z.object({ replies: z.array(canned) }),
  },
  'support.canned_file': {
    route: 'GET /api/staff/support/canned/file',
    guard: staff,
    summary: 'The same as CSV, a row for each language. Logged.',
    ...fileOfList,
  },
  'support.save_canned': {
    route: 'POST /api/staff/support/canned/save',
    guard: staff,
    summary:
      'Save a reply in as many languages as there are texts. `{client}`, `{agent}` and `{number}` are placeholders.',
    body: z.strictObject({
      /** What it was called before; null for a new one. */
      was: shortcut.nullable(),
      shortcut,
      texts: z
        .partialRecord(language, writtenText.pipe(z.string().min(1, 'validation.required').max(2000)))
        .refine((texts) => Object.keys(texts).length > 0, 'validation.required'),
    }),
    response: canned,
    refusals: ['http.not_found', 'support.placeholder', 'support.shortcut_taken'],
  },
  'support.remove_canned': {
    route: 'POST /api/staff/support/canned/remove',
    guard: staff,
    summary: 'Delete a saved reply.',
    body: z.strictObject({ shortcut }),
    response: done,
  },
  'support.presence': {
    route: 'POST /api/staff/support/presence',
    guard: staff,
    summary: 'Heartbeat of a support agent, every half minute. Returns who is present, and where.',
    body: z.strictObject({
      /** Here, but not available; unchanged when left out. */
      away: flag.optional(),
      /** A conversation that the agent is viewing. */
      room_id: uuid.optional(),
      /** One that the agent no longer views. */
      left_id: uuid.optional(),
    }),
    response: z.object({
      agents: z.array(person.extend({ away: z.boolean(), present: z.boolean(), room_ids: z.array(uuid) })),
    }),
  },
  ...supportSettingsEndpoints,
} as const satisfies Endpoints;
export type Inbox = z.output<(typeof supportStaffEndpoints)['support.inbox']['response']>;
export type StaffRoomInfo = z.output<(typeof supportStaffEndpoints)['support.staff_room']['response']>;
