import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api.ts';

/** One ticket with its conversation. */
export const ticketQuery = (id: string) =>
  queryOptions({
    queryKey: ['ticket', id],
    queryFn: () => call('POST /api/tickets/get-ticket-by-id', { body: { ticket_id: id } }),
  });

/** Conversations that wait for support. */
export const roomsQuery = queryOptions({ queryKey: ['chat-rooms'], queryFn: () => call('GET /api/chat/rooms', {}) });
