import { z } from 'zod';
import type { Endpoints } from './endpoint.ts';
import { instant, nothing, uuid } from './fields.ts';

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

export const ticketMessage = z.object({ id: uuid, from: z.enum(['client', 'support']), author: z.string(), text: z.string(), at: instant });

export const ticketText = { min: 50, max: 2000 } as const;

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
    summary: 'Open a ticket. The same `request_id` again answers with the ticket of the first time.',
    body: z.strictObject({
      request_id: uuid,
      category: ticket.shape.category,
      subject: z.string().trim().min(1, 'validation.required').max(120),
      text: z.string().trim().min(ticketText.min).max(ticketText.max),
    }),
    answer: ticket,
    rateLimit: { hits: 10, windowS: 3600, by: 'person' },
  },
  'support.rooms': {
    route: 'GET /api/chat/rooms',
    guard: 'client',
    summary: 'Conversations: for staff all that are open, for a client his own.',
    answer: z.array(
      z.object({ id: uuid, unread_count: z.number().int(), client: z.string(), subject: z.string().nullable(), last_message: z.string().nullable(), updated_at: instant }),
    ),
  },
} as const satisfies Endpoints;
export type TicketWithMessages = z.output<(typeof supportEndpoints)['support.ticket']['answer']>;
export type ChatRoom = z.output<(typeof supportEndpoints)['support.rooms']['answer']>[number];
