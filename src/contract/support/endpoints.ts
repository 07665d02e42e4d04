import { z } from 'zod';
import { chatAgentName, textLengthFallback } from '#contract/kernel/constants.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { done, flag, instant, nothing, uuid, writtenLine, writtenText } from '#contract/kernel/fields.ts';
import { storedFile } from '#contract/kernel/files.ts';
import {
  clientStatuses,
  filesPerMessage,
  linkTypes,
  messagesPerPage,
  supportStates,
  systemEvents,
  ticketCategories,
  ticketsPerPage,
} from './names.ts';

/** An object of the client's that a conversation is about, by the name that the client knows. */
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
  /** The sequence in its conversation, without gaps; the client has their own sequence, which skips notes. */
  seq: z.number().int(),
  kind: z.enum(['text', 'file', 'system', 'internal_note']),
  from: z.enum(['client', 'support', 'system']),
  sender_id: uuid.nullable(),
  /** The same person again: programs look for either name. */
  user_id: uuid.nullable(),
  /** The side that receives it; messages of the system go to the client. */
  recipient: z.enum(['client', 'support']),
  /** When that side read it; null means unread. Not set for a note. */
  read_at: instant.nullable(),
  /** Agents appear to clients by their first names. */
  author: z.string(),
  message: z.string(),
  system: z.object({ event: z.enum(systemEvents), params: z.record(z.string(), z.string()) }).nullable(),
  files: z.array(storedFile),
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
  /** The agent who has claimed it, by first name. */
  agent: z.string().nullable(),
  agent_id: uuid.nullable(),
  /** Messages of others that the caller hasn’t read. */
  unread_count: z.number().int(),
  last_seq: z.number().int(),
  read_seq: z.number().int(),
  /** Support has replied, so the client may rate it once it is resolved. */
  answered: z.boolean(),
  /** The client's rating, 1 to 5. */
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
  /** The object that it is about, if the client chose one. */
  link: linkedObject.nullable(),
  /** When the reply of support is due (SLA); null while it is the client's turn, or without an SLA. */
  sla_due_at: instant.nullable(),
  /** When support is to resolve it (SLA); null while it is the client's turn. */
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

/** As a client, staff or a program writes it. */
export const ticketSubject = writtenLine.pipe(z.string().min(1, 'validation.required').max(120));

const room = z.strictObject({ id: uuid });
const files = z.array(uuid).max(filesPerMessage).optional();
const link = z.strictObject({ type: z.enum(linkTypes), id: z.string().trim().min(1).max(80) }).optional();
const seq = z.coerce.number().int().min(0).max(2_000_000_000);

export const supportEndpoints = {
  'support.rooms': {
    route: 'GET /api/chat/rooms',
    guard: 'signed_in',
    summary: 'The caller’s chats, latest activity first. Tickets have a list of their own.',
    response: z.array(chatRoom),
  },
  'support.unread': {
    route: 'GET /api/chat/unread',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'How many support messages the caller hasn’t read, in chats and in tickets.',
    response: z.object({ chats: z.number().int(), tickets: z.number().int() }),
  },
  'support.open_room': {
    route: 'POST /api/chat/room',
    guard: 'signed_in',
    summary: 'The caller’s one chat with support, opened if there is none.',
    body: z.strictObject({ agent_name: z.literal(chatAgentName).optional() }),
    response: chatRoom,
    rateLimit: { hits: 30, windowS: 60, by: 'person' },
  },
  'support.messages': {
    route: 'GET /api/chat/rooms/:id/messages',
    guard: 'signed_in',
    summary: 'Messages of a conversation: the newest page, or those after or before a message number.',
    params: room,
    query: z.strictObject({
      after: seq.optional(),
      before: seq.optional(),
      limit: z.coerce.number().int().min(1).max(100).default(messagesPerPage),
    }),
    response: messagePage,
    refusals: ['http.not_found'],
  },
  'support.send_message': {
    route: 'POST /api/chat/rooms/:id/messages',
    guard: 'signed_in',
    summary:
      'Send a message, stored once for its `id`. An answer to a conversation that was closed long ago opens a new ' +
      'one, whose `room` the message names; in a closed one support can only add notes.',
    params: room,
    body: z.strictObject({
      message: writtenText.pipe(z.string().max(textLengthFallback.max)),
      id: uuid.optional(),
      /** A person of the other side, if given; the server decides who receives it. */
      recipient_id: uuid.optional(),
      files,
      /** A note for support, which the client never sees. */
      internal: flag.optional(),
    }),
    response: z.object({ chatMessage: message }),
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
    guard: 'signed_in',
    summary: 'Mark messages as read up to a number or, without one, all messages. The mark never moves back.',
    params: room,
    body: z.strictObject({ seq: seq.optional() }),
    response: z.object({ read_seq: z.number().int() }),
    refusals: ['http.not_found'],
  },
  'support.mark_delivered': {
    route: 'POST /api/chat/rooms/:id/delivered',
    guard: 'signed_in',
    summary: 'Mark messages as delivered to one of the caller’s devices, up to a number.',
    params: room,
    body: z.strictObject({ seq }),
    response: z.object({ delivered_seq: z.number().int() }),
    refusals: ['http.not_found'],
  },
  'support.transcript': {
    route: 'POST /api/chat/rooms/:id/transcript',
    guard: 'signed_in',
    summary: 'Email the conversation to the caller’s verified address.',
    params: room,
    body: nothing,
    response: done,
    refusals: ['http.not_found', 'support.email_unverified'],
    rateLimit: { hits: 5, windowS: 3600, by: 'person' },
  },
  'support.rate': {
    route: 'POST /api/chat/rooms/:id/rate',
    guard: 'signed_in',
    summary: 'Rate a conversation, once, after support has answered and it was resolved.',
    params: room,
    body: z.strictObject({
      rating: z.coerce.number().int().min(1).max(5),
      text: writtenText.pipe(z.string().max(1000)).optional(),
    }),
    response: done,
    refusals: ['http.not_found', 'support.not_resolved', 'support.not_answered', 'support.rated'],
  },
  'support.hours': {
    route: 'GET /api/chat/hours',
    guard: 'signed_in',
    underImpersonation: 'client',
    summary: 'Whether support is available, for one of the caller’s conversations if one is named, and when it opens.',
    query: z.strictObject({ room_id: uuid.optional() }),
    response: z.object({
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
    guard: 'signed_in',
    reads: true,
    summary: `The caller’s tickets, latest activity first, ${ticketsPerPage} at a time; a shorter page is the last.`,
    body: z.strictObject({
      status: z.enum(clientStatuses, 'validation.choice').optional(),
      category: z.enum(ticketCategories, 'validation.choice').optional(),
      /** With activity in the last so many days. */
      days: z.coerce.number().int('validation.number').min(1).max(3650).optional(),
      /** Part of the number, the subject or the object that it is about, or words of its messages. */
      search: writtenLine.pipe(z.string().max(80)).optional(),
      /** Of the last ticket that was loaded: those after it. */
      after: z.strictObject({ updated_at: instant, ticket_id: uuid }).optional(),
    }),
    response: z.array(ticket),
  },
  'support.ticket': {
    route: 'POST /api/tickets/get-ticket-by-id',
    guard: 'signed_in',
    summary: 'One ticket with the newest page of its conversation, oldest message first.',
    body: z.strictObject({ ticket_id: uuid }),
    response: ticket.extend({
      messages: messagePage,
      /** The ticket that this one continues, and the one that continues it. */
      previous: z.object({ ticket_id: uuid, number: z.string() }).nullable(),
      next: z.object({ ticket_id: uuid, number: z.string() }).nullable(),
    }),
    refusals: ['http.not_found'],
  },
  'support.open_ticket': {
    route: 'POST /api/tickets/create',
    guard: 'signed_in',
    summary:
      'Open a ticket with a text of 50 to 2000 characters. Repeating it with the same `request_id` returns the ' +
      'first ticket.',
    body: z.strictObject({
      request_id: uuid,
      category: z.enum(ticketCategories),
      subject: ticketSubject,
      text: writtenText.pipe(z.string().min(textLengthFallback.min).max(textLengthFallback.max)),
      files,
      link,
    }),
    response: ticket,
    refusals: ['http.not_found', 'http.idempotency_mismatch', 'files.gone'],
    rateLimit: { hits: 60, windowS: 3600, by: 'person' },
  },
  'support.resolve_ticket': {
    route: 'POST /api/tickets/resolve',
    guard: 'signed_in',
    summary: 'Mark a ticket as resolved. An answer reopens it.',
    body: z.strictObject({ ticket_id: uuid }),
    response: ticket,
    refusals: ['http.not_found'],
  },
} as const satisfies Endpoints;
export type TicketWithMessages = z.output<(typeof supportEndpoints)['support.ticket']['response']>;
