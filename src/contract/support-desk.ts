import { z } from 'zod';
import type { Endpoints, Role } from './endpoint.ts';
import { done, flag, instant, language, nothing, uuid, writtenLine, writtenText } from './fields.ts';
import { chatRoom, linkedObject } from './support.ts';
import { priorities, roomStatuses, ticketCategories } from './support-names.ts';

/** Who answers clients. */
const desk: readonly Role[] = ['support', 'admin'];

const person = z.object({ id: uuid, name: z.string() });
const room = { room_id: uuid };

/** A conversation as support sees it. */
const deskRoom = chatRoom.extend({
  status: z.enum(roomStatuses),
  category: z.enum(ticketCategories).nullable(),
  priority: z.enum(priorities),
  client_id: uuid,
  tier: z.string().nullable(),
  assignee: person.nullable(),
  snoozed_until: instant.nullable(),
  /** Until when an answer was promised; null while nobody waits for one. */
  answer_due_at: instant.nullable(),
  resolve_due_at: instant.nullable(),
  rating: z.number().int().nullable(),
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
});
export type Canned = z.output<typeof canned>;

const shortcut = z
  .string()
  .trim()
  .toLowerCase()
  .regex(/^[a-z0-9_-]{1,30}$/, 'validation.choice');

export const supportDeskEndpoints = {
  'support.inbox': {
    route: 'POST /api/staff/support/inbox',
    guard: desk,
    summary: 'Conversations, the latest activity first, 50 at a time, with how many there are in each view.',
    body: z.strictObject({
      view: z
        .enum(['waiting', 'mine', 'unassigned', 'snoozed', 'resolved', 'all'], 'validation.choice')
        .default('waiting'),
      kind: z.enum(['ticket', 'chat'], 'validation.choice').optional(),
      category: z.enum(ticketCategories, 'validation.choice').optional(),
      priority: z.enum(priorities, 'validation.choice').optional(),
      /** Words of a message, a subject, a number, a name or an e-mail address. */
      search: writtenLine.pipe(z.string().max(80)).optional(),
      cursor: z.string().max(100).optional(),
    }),
    answer: z.object({
      rooms: z.array(deskRoom),
      next_cursor: z.string().nullable(),
      counts: z.object({
        waiting: z.number().int(),
        mine: z.number().int(),
        unassigned: z.number().int(),
        snoozed: z.number().int(),
      }),
    }),
  },
  'support.desk_room': {
    route: 'POST /api/staff/support/room',
    guard: desk,
    summary: 'One conversation with its client.',
    body: z.strictObject(room),
    answer: z.object({
      room: deskRoom,
      link: linkedObject.nullable(),
      client: clientCard,
      rating_text: z.string().nullable(),
    }),
    refusals: ['http.not_found'],
  },
  'support.assign': {
    route: 'POST /api/staff/support/assign',
    guard: desk,
    summary: 'Take a conversation, give it to a colleague, or, with nobody, back to all.',
    body: z.strictObject({ ...room, person_id: uuid.nullable() }),
    answer: deskRoom,
    refusals: ['http.not_found', 'support.not_an_agent'],
  },
  'support.snooze': {
    route: 'POST /api/staff/support/snooze',
    guard: desk,
    summary: 'Put a conversation aside until an instant; an answer of the client brings it back sooner.',
    body: z.strictObject({ ...room, until: instant }),
    answer: deskRoom,
    refusals: ['http.not_found', 'support.snooze_past'],
  },
  'support.resolve': {
    route: 'POST /api/staff/support/resolve',
    guard: desk,
    summary: 'Say that a conversation is settled.',
    body: z.strictObject(room),
    answer: deskRoom,
    refusals: ['http.not_found'],
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
  'support.save_canned': {
    route: 'POST /api/staff/support/canned/save',
    guard: desk,
    summary: 'Keep an answer ready, in a language. `{client}`, `{agent}` and `{number}` stand for names.',
    body: z.strictObject({
      shortcut,
      language,
      text: writtenText.pipe(z.string().min(1, 'validation.required').max(2000)),
    }),
    answer: canned,
    refusals: ['support.placeholder'],
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
    summary: 'A beat of somebody of support, every half minute; answers with who is there.',
    body: z.strictObject({ away: flag.default(false) }),
    answer: z.object({ agents: z.array(person.extend({ away: z.boolean(), present: z.boolean() })) }),
  },
} as const satisfies Endpoints;
export type Inbox = z.output<(typeof supportDeskEndpoints)['support.inbox']['answer']>;
export type DeskRoomInfo = z.output<(typeof supportDeskEndpoints)['support.desk_room']['answer']>;
