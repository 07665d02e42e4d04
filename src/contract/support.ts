import { z } from 'zod';
import { textLengthFallback } from './constants.ts';
import type { Endpoints } from './endpoint.ts';
import { instant, nothing, uuid, writtenLine, writtenText } from './fields.ts';

export const ticket = z.object({
  ticket_id: uuid,
  /** Running number that a person can name on the phone. */
  number: z.string(),
  subject: z.string(),
  category: z.enum(['account', 'payments', 'trading', 'ipo', 'verification', 'other']),
  status: z.enum(['open', 'answered', 'resolved']),
  created_at: instant,
  updated_at: instant,
});
export type Ticket = z.output<typeof ticket>;

export const ticketMessage = z.object({
  id: uuid,
  from: z.enum(['client', 'support']),
  author: z.string(),
  text: z.string(),
  at: instant,
});

export const chatRoom = z.object({
  id: uuid,
  kind: z.enum(['ticket', 'chat']),
  /** The ticket's number; null for a chat, as is its subject. */
  number: z.string().nullable(),
  subject: z.string().nullable(),
  /** The client's name. */
  client: z.string(),
  /** Messages of others that the asker has not read. */
  unread_count: z.number().int(),
  /** Its beginning; null before the first message. */
  last_message: z.string().nullable(),
  updated_at: instant,
});
export type ChatRoom = z.output<typeof chatRoom>;

export const supportEndpoints = {
  'support.tickets': {
    route: 'POST /api/tickets/get-all-tickets',
    guard: 'client',
    summary: 'The own tickets, the latest activity first.',
    body: nothing,
    answer: z.array(ticket),
  },
  'support.ticket': {
    route: 'POST /api/tickets/get-ticket-by-id',
    guard: 'client',
    summary: 'One ticket with its conversation, the oldest message first.',
    body: z.strictObject({ ticket_id: uuid }),
    answer: ticket.extend({ messages: z.array(ticketMessage) }),
    refusals: ['http.not_found'],
  },
  'support.open_ticket': {
    route: 'POST /api/tickets/create',
    guard: 'client',
    summary:
      'Open a ticket with a text of 50 to 2000 characters. The same `request_id` again answers with the ticket of the first time.',
    body: z.strictObject({
      request_id: uuid,
      category: ticket.shape.category,
      subject: writtenLine.pipe(z.string().min(1, 'validation.required').max(120)),
      text: writtenText.pipe(z.string().min(textLengthFallback.min).max(textLengthFallback.max)),
    }),
    answer: ticket,
    refusals: ['http.idempotency_mismatch'],
    rateLimit: { hits: 60, windowS: 3600, by: 'person' },
  },
  'support.rooms': {
    route: 'GET /api/chat/rooms',
    guard: 'client',
    summary:
      'Conversations, the latest activity first: for support all that are unresolved, for a client his own chats.',
    answer: z.array(chatRoom),
  },
} as const satisfies Endpoints;
export type TicketWithMessages = z.output<(typeof supportEndpoints)['support.ticket']['answer']>;
