import { z } from 'zod';
import { chatAgentName, textLengthFallback } from './constants.ts';
import type { Endpoints } from './endpoint.ts';
import { done, flag, instant, nothing, uuid, writtenLine, writtenText } from './fields.ts';
import { keptFile } from './files.ts';
import {
  clientStatuses,
  filesPerMessage,
  linkTypes,
  messagesPerPage,
  supportStates,
  systemEvents,
  ticketCategories,
  ticketsPerPage,
} from './support-names.ts';

/** An object of the client's that a conversation is about, by the name that he knows it by. */
export const linkedObject = z.object({
  type: z.enum(linkTypes),
  id: z.string(),
  label: z.string(),
  /** The screen that shows it, below the language. */
  path: z.string(),
});
export type LinkedObject = z.output<typeof linkedObject>;

/** One message of a conversation, as its reader may see it. */
export const message = z.object({
  /** Made by its author, who sends it again under the same id. */
  id: uuid,
  chat_room_id: uuid,
  /** Counts up in its conversation without gaps: for its client, for whom notes are not there, by numbers of his own. */
  seq: z.number().int(),
  kind: z.enum(['text', 'file', 'system', 'internal_note']),
  from: z.enum(['client', 'support', 'system']),
  sender_id: uuid.nullable(),
  /** The same person again: programs look for either name. */
  user_id: uuid.nullable(),
  /** The side that it is said to; what the system says is said to the client. */
  recipient: z.enum(['client', 'support']),
  /** When that side read it; null means unread. Of a note this is not told. */
  read_at: instant.nullable(),
  /** Support appear to clients by their first names. */
  author: z.string(),
  message: z.string(),
  system: z.object({ event: z.enum(systemEvents), params: z.record(z.string(), z.string()) }).nullable(),
  files: z.array(keptFile),
  at: instant,
});
export type Message = z.output<typeof message>;

/** How far one side of a conversation has come, the furthest of its people. */
const marks = z.object({ delivered_seq: z.number().int(), read_seq: z.number().int() });

export const chatRoom = z.object({
  id: uuid,
  kind: z.enum(['ticket', 'chat']),
  /** The ticket's number; null for a chat, as is its subject. */
  number: z.string().nullable(),
  subject: z.string().nullable(),
  /** The client's name. */
  client: z.string(),
  status: z.enum(clientStatuses),
  /** Who of support has taken it, by first name. */
  agent: z.string().nullable(),
  agent_id: uuid.nullable(),
  /** Messages of others that the asker has not read. */
  unread_count: z.number().int(),
  last_seq: z.number().int(),
  read_seq: z.number().int(),
  /** Support has said something that its client may read, and he may rate it once it is resolved. */
  answered: z.boolean(),
  /** What the client said of it, 1 to 5. */
  rating: z.number().int().nullable(),
  /** Its beginning; null before the first message. */
  last_message: z.string().nullable(),
  updated_at: instant,
});
export type ChatRoom = z.output<typeof chatRoom>;

export const ticket = z.object({
  ticket_id: uuid,
  /** Running number that a person can name on the phone. */
  number: z.string(),
  subject: z.string(),
  category: z.enum(ticketCategories),
  status: z.enum(clientStatuses),
  /** What it is about, if the client said so. */
  link: linkedObject.nullable(),
  /** Until when support promised to answer; null while it is the client's turn, or where nothing is promised. */
  promised_at: instant.nullable(),
  /** Until when support promised to settle it; null while it is the client's turn. */
  settled_by: instant.nullable(),
  answered: z.boolean(),
  rating: z.number().int().nullable(),
  unread_count: z.number().int(),
  created_at: instant,
  updated_at: instant,
});
export type Ticket = z.output<typeof ticket>;

/** A page of messages, the oldest first. */
export const messagePage = z.object({
  data: z.array(message),
  /** There are more before the first of these, or after the last. */
  has_more: z.boolean(),
  last_seq: z.number().int(),
  client: marks,
  support: marks,
});
export type MessagePage = z.output<typeof messagePage>;

const room = z.strictObject({ id: uuid });
const files = z.array(uuid).max(filesPerMessage).optional();
const link = z.strictObject({ type: z.enum(linkTypes), id: z.string().trim().min(1).max(80) }).optional();
const seq = z.coerce.number().int().min(0).max(2_000_000_000);

export const supportEndpoints = {
  'support.rooms': {
    route: 'GET /api/chat/rooms',
    guard: 'client',
    summary: 'The own chats, the latest activity first. Tickets have a list of their own.',
    answer: z.array(chatRoom),
  },
  'support.unread': {
    route: 'GET /api/chat/unread',
    guard: 'client',
    underWatch: 'client',
    summary: 'How many messages of support the caller has not read, in chats and in tickets.',
    answer: z.object({ chats: z.number().int(), tickets: z.number().int() }),
  },
  'support.open_room': {
    route: 'POST /api/chat/room',
    guard: 'client',
    summary: 'The own chat with support, opened if there is none; one at a time, however often it is asked.',
    body: z.strictObject({ agent_name: z.literal(chatAgentName).optional() }),
    answer: chatRoom,
    rateLimit: { hits: 30, windowS: 60, by: 'person' },
  },
  'support.messages': {
    route: 'GET /api/chat/rooms/:id/messages',
    guard: 'client',
    summary: 'Messages of a conversation: the newest page, or those after or before a number.',
    params: room,
    query: z.strictObject({
      after: seq.optional(),
      before: seq.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(messagesPerPage),
    }),
    answer: messagePage,
    refusals: ['http.not_found'],
  },
  'support.say': {
    route: 'POST /api/chat/rooms/:id/messages',
    guard: 'client',
    summary:
      'Say something in a conversation. Sent again under the same `id` it is stored once. An answer of the client to what was closed long ago opens a new one, whose room the message names; support says nothing in what is closed but notes.',
    params: room,
    body: z.strictObject({
      message: writtenText.pipe(z.string().max(textLengthFallback.max)),
      id: uuid.optional(),
      /** Somebody of the other side, if it is given at all; the room decides who receives. */
      recipient_id: uuid.optional(),
      files,
      /** A note among support, which the client never sees. */
      internal: flag.optional(),
    }),
    answer: z.object({ chatMessage: message }),
    refusals: [
      'http.not_found',
      'support.empty',
      'http.idempotency_mismatch',
      'support.recipient',
      'support.closed',
      'files.gone',
    ],
    rateLimit: { hits: 60, windowS: 60, by: 'person' },
  },
  'support.mark_read': {
    route: 'POST /api/chat/rooms/:id/mark-as-read',
    guard: 'client',
    summary: 'Everything up to a number was read; without one, everything there is. Never goes back.',
    params: room,
    body: z.strictObject({ seq: seq.optional() }),
    answer: z.object({ read_seq: z.number().int() }),
    refusals: ['http.not_found'],
  },
  'support.mark_delivered': {
    route: 'POST /api/chat/rooms/:id/delivered',
    guard: 'client',
    summary: 'Everything up to a number has reached a device of the asker.',
    params: room,
    body: z.strictObject({ seq }),
    answer: z.object({ delivered_seq: z.number().int() }),
    refusals: ['http.not_found'],
  },
  'support.transcript': {
    route: 'POST /api/chat/rooms/:id/transcript',
    guard: 'client',
    summary: 'Mail the conversation to the own, verified address.',
    params: room,
    body: nothing,
    answer: done,
    refusals: ['http.not_found', 'support.email_unverified'],
    rateLimit: { hits: 5, windowS: 3600, by: 'person' },
  },
  'support.rate': {
    route: 'POST /api/chat/rooms/:id/rate',
    guard: 'client',
    summary: 'Say how it went, once, after support has answered and it was resolved.',
    params: room,
    body: z.strictObject({
      rating: z.coerce.number().int().min(1).max(5),
      text: writtenText.pipe(z.string().max(1000)).optional(),
    }),
    answer: done,
    refusals: ['http.not_found', 'support.not_resolved', 'support.not_answered', 'support.rated'],
  },
  'support.hours': {
    route: 'GET /api/chat/hours',
    guard: 'client',
    underWatch: 'client',
    summary: 'Whether support is there, for an own conversation where one is named, and when it opens.',
    query: z.strictObject({ room_id: uuid.optional() }),
    answer: z.object({
      state: z.enum(supportStates),
      /** Who is in the conversation, by first name. */
      agent: z.string().nullable(),
      /** When support opens: now while it is open, null where it never does. */
      opens_at: instant.nullable(),
      time_zone: z.string(),
    }),
    refusals: ['http.not_found'],
  },
  'support.tickets': {
    route: 'POST /api/tickets/get-all-tickets',
    guard: 'client',
    summary: `The own tickets, the latest activity first, ${ticketsPerPage} at a time; a shorter page is the last.`,
    body: z.strictObject({
      status: z.enum(clientStatuses, 'validation.choice').optional(),
      category: z.enum(ticketCategories, 'validation.choice').optional(),
      /** Something happened in the last so many days. */
      days: z.coerce.number().int('validation.number').min(1).max(3650).optional(),
      /** Part of the number, the subject or what it is about, or words of what was said. */
      search: writtenLine.pipe(z.string().max(80)).optional(),
      /** Of the last ticket that was seen: those that come after it. */
      after: z.strictObject({ updated_at: instant, ticket_id: uuid }).optional(),
    }),
    answer: z.array(ticket),
  },
  'support.ticket': {
    route: 'POST /api/tickets/get-ticket-by-id',
    guard: 'client',
    summary: 'One ticket with the newest page of its conversation, the oldest message first.',
    body: z.strictObject({ ticket_id: uuid }),
    answer: ticket.extend({
      messages: messagePage,
      /** The ticket that this one continues, and the one that continues it. */
      previous: z.object({ ticket_id: uuid, number: z.string() }).nullable(),
      next: z.object({ ticket_id: uuid, number: z.string() }).nullable(),
    }),
    refusals: ['http.not_found'],
  },
  'support.open_ticket': {
    route: 'POST /api/tickets/create',
    guard: 'client',
    summary:
      'Open a ticket with a text of 50 to 2000 characters. The same `request_id` again answers with the ticket of the first time.',
    body: z.strictObject({
      request_id: uuid,
      category: z.enum(ticketCategories),
      subject: writtenLine.pipe(z.string().min(1, 'validation.required').max(120)),
      text: writtenText.pipe(z.string().min(textLengthFallback.min).max(textLengthFallback.max)),
      files,
      link,
    }),
    answer: ticket,
    refusals: ['http.not_found', 'files.gone', 'http.idempotency_mismatch'],
    rateLimit: { hits: 60, windowS: 3600, by: 'person' },
  },
  'support.resolve_ticket': {
    route: 'POST /api/tickets/resolve',
    guard: 'client',
    summary: 'Say that a ticket is settled. An answer opens it again.',
    body: z.strictObject({ ticket_id: uuid }),
    answer: ticket,
    refusals: ['http.not_found'],
  },
} as const satisfies Endpoints;
export type TicketWithMessages = z.output<(typeof supportEndpoints)['support.ticket']['answer']>;
