import { z } from 'zod';
import { textLengthFallback } from '#contract/kernel/constants.ts';
import type { Endpoints } from '#contract/kernel/endpoint.ts';
import { instant, nothing, uuid, writtenText } from '#contract/kernel/fields.ts';
import { fileTypes } from '#contract/kernel/file-rules.ts';
import { page, paging } from '#contract/kernel/reads/program-lists.ts';
import { message, ticketSubject } from './endpoints.ts';
import { linkTypes, priorities, roomStatuses, ticketCategories } from './names.ts';

const byId = z.strictObject({ id: uuid });

/** A ticket as a program of the operator has it. */
const ticket = z.object({
  id: uuid,
  number: z.string(),
  client_id: uuid,
  category: z.enum(ticketCategories),
  subject: z.string(),
  status: z.enum(roomStatuses),
  priority: z.enum(priorities),
  assignee_id: uuid.nullable(),
  /** What it is about, by the id of its screen. */
  link: z.object({ type: z.enum(linkTypes), id: z.string() }).nullable(),
  messages: z.number().int(),
  /** When a reply is due; null while it is the client's turn. */
  reply_due_at: instant.nullable(),
  first_replied_at: instant.nullable(),
  resolved_at: instant.nullable(),
  closed_at: instant.nullable(),
  rating: z.number().int().nullable(),
  created_at: instant,
  updated_at: instant,
});
export type ApiTicket = z.output<typeof ticket>;

/** A chat has neither number nor subject. */
const chat = ticket.omit({ number: true, category: true, subject: true, link: true });
export type ApiChat = z.output<typeof chat>;

const ticketMessage = message
  .pick({ id: true, seq: true, kind: true, from: true, sender_id: true, system: true, read_at: true, at: true })
  .extend({
    /** Empty for messages of the system, and for files alone. */
    text: z.string(),
    files: z.array(z.object({ id: uuid, name: z.string(), type: z.enum(fileTypes), size: z.number().int() })),
  });
export type ApiTicketMessage = z.output<typeof ticketMessage>;

const messagesQuery = z.strictObject({
  limit: paging.limit,
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, 'validation.identifier')
    .optional(),
});

const text = writtenText.pipe(z.string().min(1, 'validation.required').max(textLengthFallback.max));

export const supportProgramEndpoints = {
  'operator_api.tickets': {
    route: 'GET /api/operator/v1/tickets',
    guard: { scope: 'tickets:read' },
    summary:
      'Tickets, newest first. A message updates a ticket, also one of the system, as when it is assigned, resolved or ' +
      'reopened.',
    query: z.strictObject({
      ...paging,
      client_id: uuid.optional(),
      status: z.enum(roomStatuses, 'validation.choice').optional(),
    }),
    response: page(ticket),
  },
  'operator_api.open_ticket': {
    route: 'POST /api/operator/v1/tickets',
    guard: { scope: 'tickets:write' },
    summary:
      'Open a ticket for a client with a first message of support, under the first name of the administrator who ' +
      'created the key. The next reply is the client’s, who is notified.',
    body: z.strictObject({
      client_id: uuid,
      category: z.enum(ticketCategories, 'validation.choice'),
      subject: ticketSubject,
      text,
    }),
    response: z.object({ id: uuid, number: z.string(), client_id: uuid }),
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'staff.closed'],
    idempotent: true,
  },
  'operator_api.ticket_messages': {
    route: 'GET /api/operator/v1/tickets/:id/messages',
    guard: { scope: 'tickets:read' },
    summary:
      'Messages of a ticket, oldest first, with the notes of staff. Card numbers are masked. Never includes the ' +
      'contents of files.',
    params: byId,
    query: messagesQuery,
    response: page(ticketMessage),
    refusals: ['http.not_found'],
  },
  'operator_api.chats': {
    route: 'GET /api/operator/v1/chats',
    guard: { scope: 'tickets:read' },
    summary: 'Chats between clients and support, newest first. A message updates a chat.',
    query: z.strictObject({ ...paging, client_id: uuid.optional() }),
    response: page(chat),
  },
  'operator_api.chat_messages': {
    route: 'GET /api/operator/v1/chats/:id/messages',
    guard: { scope: 'tickets:read' },
    summary: 'Messages of a chat, as those of a ticket.',
    params: byId,
    query: messagesQuery,
    response: page(ticketMessage),
    refusals: ['http.not_found'],
  },
  'operator_api.reply_to_ticket': {
    route: 'POST /api/operator/v1/tickets/:id/replies',
    guard: { scope: 'tickets:write' },
    summary:
      'Reply to a ticket as support, under the first name of the administrator who created the key. The next reply is the ' +
      'client’s, who is notified. It assigns the ticket to no one.',
    params: byId,
    body: z.strictObject({ text }),
    response: z.object({ id: uuid, ticket_id: uuid }),
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'support.closed'],
    idempotent: true,
  },
  'operator_api.write_to_client': {
    route: 'POST /api/operator/v1/clients/:id/messages',
    guard: { scope: 'tickets:write' },
    summary:
      'Write a message into a client’s chat as support, under the first name of the administrator who created the key. ' +
      'A client has one chat at a time; without one, the message begins it. The client is notified.',
    params: byId,
    body: z.strictObject({ text }),
    response: z.object({ id: uuid, client_id: uuid }),
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'staff.closed'],
    idempotent: true,
  },
  'operator_api.resolve_ticket': {
    route: 'POST /api/operator/v1/tickets/:id/resolve',
    guard: { scope: 'tickets:write' },
    summary: 'Mark a ticket as resolved. The client is notified, and may rate it or reopen it by an answer.',
    params: byId,
    body: nothing,
    response: z.object({ ticket_id: uuid }),
    refusals: ['http.idempotency_mismatch', 'http.not_found', 'support.closed', 'support.settled'],
    idempotent: true,
  },
} as const satisfies Endpoints;
