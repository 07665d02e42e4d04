import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { chatAgentName } from '#contract/kernel/constants.ts';
import { ticketsPerPage } from '#contract/support/names.ts';
import type { Ticket } from '#contract/support/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { ticketsQuery } from '#web/platform/api/list-queries.ts';
import { live } from '#web/platform/realtime/live.ts';
import { invalidatedBy } from '#web/platform/api/query-invalidation.ts';
import type { TicketFilter } from './tickets/filter.ts';

const quiet = { loader: false };
const pollEveryMs = 30_000;

/** One ticket with the newest page of its conversation. */
export const ticketQuery = (id: string) =>
  live(
    queryOptions({
      queryKey: ['ticket', id],
      queryFn: () => call('POST /api/tickets/get-ticket-by-id', { body: { ticket_id: id } }),
    }),
    pollEveryMs,
    ['conversation.changed'],
  );

/** The own tickets, the latest activity first, page by page. While a new filter loads, the last one's rows stay. */
export const ticketPagesQuery = ({ status, category, days, search }: TicketFilter) =>
  live(
    infiniteQueryOptions({
      queryKey: [...ticketsQuery.queryKey, 'pages', status, category, days, search],
      queryFn: ({ pageParam: after }) =>
        call('POST /api/tickets/get-all-tickets', {
          body: {
            ...(status && { status }),
            ...(category && { category }),
            ...(days && { days: Number(days) }),
            ...(search && { search }),
            ...(after && { after }),
          },
        }),
      initialPageParam: null as { updated_at: string; ticket_id: string } | null,
      getNextPageParam: (page) => (page.length < ticketsPerPage ? null : seen(page.at(-1))),
      placeholderData: keepPreviousData,
    }),
    pollEveryMs,
    ['conversation.changed'],
  );

const seen = (last?: Ticket) => (last ? { updated_at: last.updated_at, ticket_id: last.ticket_id } : null);

/** The own chats, for the state of the open box. */
export const roomsQuery = live(
  queryOptions({
    queryKey: ['chat-rooms'],
    queryFn: () => call('GET /api/chat/rooms', {}, quiet),
    meta: { failure: 'Error fetching chat room' },
  }),
  pollEveryMs,
  ['conversation.changed'],
);

/** The own chat, which the server opens if there is none. */
export const ownRoomQuery = queryOptions({
  queryKey: ['chat-room'],
  queryFn: () => call('POST /api/chat/room', { body: { agent_name: chatAgentName } }, quiet),
  gcTime: 0,
  staleTime: Infinity,
  meta: { failure: 'Error creating chat room' },
});

/**
 * Whether support is available, for one conversation or in general: hours end by themselves, and a notice reports who
 * replies.
 */
export const supportStateQuery = (roomId?: string) =>
  live(
    queryOptions({
      queryKey: ['support-state', roomId],
      queryFn: () => call('GET /api/chat/hours', { query: roomId === undefined ? {} : { room_id: roomId } }, quiet),
      meta: invalidatedBy('conversation.changed'),
    }),
    pollEveryMs,
  );
