import { z } from 'zod';
import { textLengthFallback } from './constants.ts';
import type { Endpoints, Role } from './endpoint.ts';
import { done, fileOfList, flag, instant, language, nothing, uuid, writtenLine, writtenText } from './fields.ts';
import { chatRoom, linkedObject } from './support.ts';
import { supportSettingsEndpoints } from './support-settings.ts';
import { inboxSorts, inboxViews } from './support-staff-names.ts';
import { priorities, roomStatuses, ticketCategories } from './support-names.ts';

/** Who answers clients. */
const desk: readonly Role[] = ['support', 'admin'];

const person = z.object({ id: uuid, name: z.string() });
const room = { room_id: uuid };

/** A conversation as support sees it. */
const deskRoom = chatRoom.omit({ answered: true }).extend({
  status: z.enum(roomStatuses),
  category: z.enum(ticketCategories).nullable(),
  priority: z.enum(priorities),
  client_id: uuid,
  tier: z.string().nullable(),
  /** The client's. */
  language,
  assignee: person.nullable(),
  snoozed_until: instant.nullable(),
  /** Until when an answer was promised; null while nobody waits for one. */
  answer_due_at: instant.nullable(),
  /** Until when it is to be settled; null while it is the client's turn. */
  resolve_due_at: instant.nullable(),
  /** What is left of that in working time, while it stands still. */
  resolve_left_minutes: z.number().int().nullable(),
  rating: z.number().int().nullable(),
  /** Where words were searched for: the piece of the latest message that has them. */
  hit: z.string().nullable(),
});
export type DeskRoom = z.output<typeof deskRoom>;

/** All that an agent wants to know of a client while talking with him; to be read only. */
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
  /** Beginnings of words of a message, a subject, a number, a name or an e-mail address. */
  search: writtenLine.pipe(z.string().max(80)).optional(),
};

export const supportDeskEndpoints = {
  'support.inbox': {
    route: 'POST /api/staff/support/inbox',
    guard: desk,
    summary: 'Conversations, 50 at a time, with how many there are in each view.',
    body: z.strictObject({ ...inboxFilter, cursor: z.string().max(100).optional() }),
    answer: z.object({
      rooms: z.array(deskRoom),
      next_cursor: z.string().nullable(),
      counts: z.object({
        waiting: z.number().int(),
        mine: z.number().int(),
        unassigned: z.number().int(),
        /** An answer, or to settle it, is due soon or overdue. */
        due: z.number().int(),
        snoozed: z.number().int(),
      }),
    }),
  },
  'support.inbox_file': {
    route: 'GET /api/staff/support/inbox/file',
    guard: desk,
    summary: 'The same as CSV, 10,000 conversations at most, without what was said in them. It is written down.',
    query: z.strictObject(inboxFilter),
    ...fileOfList,
  },
  'support.desk_room': {
    route: 'POST /api/staff/support/room',
    guard: desk,
    summary: 'One conversation with its client.',
    body: z.strictObject(room),
    answer: z.object({
      room: deskRoom,
      link: linkedObject.nullable(),
      /** Where a closed one goes on, if it does. */
      next: z.object({ room_id: uuid, number: z.string().nullable() }).nullable(),
      client: clientCard,
      rating_text: z.string().nullable(),
    }),
    refusals: ['http.not_found'],
  },
  'support.assign': {
    route: 'POST /api/staff/support/assign',
    guard: desk,
    summary: 'Take a conversation, give it to a colleague with a note for him, or, with nobody, back to all.',
    body: z.strictObject({
      ...room,
      person_id: uuid.nullable(),
      note: writtenText.pipe(z.string().max(textLengthFallback.max)).optional(),
    }),
    answer: deskRoom,
    refusals: ['http.not_found', 'support.not_an_agent'],
  },
  'support.snooze': {
    route: 'POST /api/staff/support/snooze',
    guard: desk,
    summary:
      'Put a conversation aside until an instant; an answer of the client brings it back sooner, and so does a promise that is about to be due.',
    body: z.strictObject({ ...room, until: instant }),
    answer: deskRoom,
    refusals: ['http.not_found', 'support.closed', 'support.settled', 'support.snooze_past', 'support.snooze_due'],
  },
  'support.resolve': {
    route: 'POST /api/staff/support/resolve',
    guard: desk,
    summary: 'Say that a conversation is settled.',
    body: z.strictObject(room),
    answer: deskRoom,
    refusals: ['http.not_found', 'support.closed', 'support.settled'],
  },
  'support.reopen': {
    route: 'POST /api/staff/support/reopen',
    guard: desk,
    summary: 'Bring a snoozed or resolved conversation back.',
    body: z.strictObject(room),
    answer: deskRoom,
    refusals: ['http.not_found', 'support.closed'],
  },
  'support.set_priority': {
    route: 'POST /api/staff/support/priority',
    guard: desk,
    summary: 'Say how urgent a conversation is.',
    body: z.strictObject({ ...room, priority: z.enum(priorities, 'validation.choice') }),
    answer: deskRoom,
    refusals: ['http.not_found'],
  },
  'support.convert': {
    route: 'POST /api/staff/support/convert',
    guard: desk,
    summary: 'Make a ticket of a chat, with all that was said. Done already, it answers with that ticket.',
    body: z.strictObject({
      ...room,
      category: z.enum(ticketCategories, 'validation.choice'),
      subject: writtenLine.pipe(z.string().min(1, 'validation.required').max(120)),
    }),
    answer: deskRoom,
    refusals: ['http.not_found'],
  },
  'support.canned': {
    route: 'POST /api/staff/support/canned',
    guard: desk,
    summary: 'The answers that support keeps ready.',
    body: nothing,
    answer: z.object({ answers: z.array(canned) }),
  },
  'support.canned_file': {
    route: 'GET /api/staff/support/canned/file',
    guard: desk,
    summary: 'The same as CSV, a row for each language. It is written down.',
    ...fileOfList,
  },
  'support.save_canned': {
    route: 'POST /api/staff/support/canned/save',
    guard: desk,
    summary:
      'Keep an answer ready, in as many languages as there are texts. `{client}`, `{agent}` and `{number}` stand for names.',
    body: z.strictObject({
      /** What it was called before; null for a new one. */
      was: shortcut.nullable(),
      shortcut,
      texts: z
        .partialRecord(language, writtenText.pipe(z.string().min(1, 'validation.required').max(2000)))
        .refine((texts) => Object.keys(texts).length > 0, 'validation.required'),
    }),
    answer: canned,
    refusals: ['http.not_found', 'support.placeholder', 'support.shortcut_taken'],
  },
  'support.remove_canned': {
    route: 'POST /api/staff/support/canned/remove',
    guard: desk,
    summary: 'Keep an answer ready no longer.',
    body: z.strictObject({ shortcut }),
    answer: done,
  },
  'support.presence': {
    route: 'POST /api/staff/support/presence',
    guard: desk,
    summary: 'A beat of somebody of support, every half minute; answers with who is there, and where.',
    body: z.strictObject({
      /** Here, but not to be counted on; stays as it was unless told. */
      away: flag.optional(),
      /** A conversation that he looks at. */
      room_id: uuid.optional(),
      /** One that he looks at no longer. */
      left_id: uuid.optional(),
    }),
    answer: z.object({
      agents: z.array(person.extend({ away: z.boolean(), present: z.boolean(), room_ids: z.array(uuid) })),
    }),
  },
  ...supportSettingsEndpoints,
} as const satisfies Endpoints;
export type Inbox = z.output<(typeof supportDeskEndpoints)['support.inbox']['answer']>;
export type DeskRoomInfo = z.output<(typeof supportDeskEndpoints)['support.desk_room']['answer']>;
