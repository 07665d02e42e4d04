import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api.ts';

export const ticketQuery = (ticketId: string) =>
  queryOptions({
    queryKey: ['ticket', ticketId],
    queryFn: () => call('POST /api/tickets/get-ticket-by-id', { body: { ticket_id: ticketId } }),
  });
