import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ResponseOf, RequestOf } from '#contract/api.ts';
import { invalidatedBy } from '#web/platform/api/query-invalidation.ts';
import { call } from '#web/platform/api/api.ts';

/** One client as the list shows them. */
export type ListedClient = ResponseOf<'POST /api/staff/clients'>['clients'][number];

/** What the actions on a client need to know of them. */
export type ActedOn = Pick<ListedClient, 'id' | 'full_name' | 'verification_level' | 'risk' | 'tier' | 'tier_until'>;

/** What narrows the list down; what is left out narrows nothing. */
export type ClientFilter = Omit<RequestOf<'POST /api/staff/clients'>['body'], 'cursor'>;

/** Clients that meet a filter, page by page. While a new search loads, the last one's clients stay. */
export const clientsQuery = (filter: ClientFilter) =>
  infiniteQueryOptions({
    queryKey: ['clients', 'list', filter],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/clients', { body: { ...filter, ...(cursor === null ? {} : { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** Who may be an account manager. */
export const managersQuery = queryOptions({
  queryKey: ['clients', 'managers'],
  queryFn: () => call('POST /api/staff/clients/managers', { body: {} }),
});

/** One client with their wallets and accounts. */
export const clientQuery = (id: string) =>
  queryOptions({
    queryKey: ['clients', 'card', id],
    queryFn: () => call('POST /api/staff/clients/card', { body: { client_id: id } }),
    // What a second person approves applies at once.
    meta: invalidatedBy('queue.approvals'),
  });

/** How a client's risk was rated. */
export const riskHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: ['clients', 'risk', id],
    queryFn: () => call('POST /api/staff/clients/risk/history', { body: { client_id: id } }),
    meta: invalidatedBy('queue.approvals'),
  });
