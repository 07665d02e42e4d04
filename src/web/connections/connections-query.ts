import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { queries } from '#web/platform/api/query-client.ts';

/** The connections with their health, and what can be connected. */
export const connectionsQuery = queryOptions({
  queryKey: ['connections'],
  queryFn: () => call('POST /api/staff/connections', { body: {} }),
  refetchInterval: 15_000,
});

/** The calls to providers. */
export const callsQuery = infiniteQueryOptions({
  queryKey: ['connections', 'calls'],
  queryFn: ({ pageParam }) =>
    call('POST /api/staff/connections/calls', { body: pageParam ? { cursor: pageParam } : {} }),
  initialPageParam: '',
  getNextPageParam: (last) => last.next_cursor,
});

/** The events of providers. */
export const eventsQuery = infiniteQueryOptions({
  queryKey: ['connections', 'events'],
  queryFn: ({ pageParam }) =>
    call('POST /api/staff/connections/events', { body: pageParam ? { cursor: pageParam } : {} }),
  initialPageParam: '',
  getNextPageParam: (last) => last.next_cursor,
});

/** The providers of a demo, with what is connected of them. */
export const demoProvidersQuery = queryOptions({
  queryKey: ['connections', 'demo'],
  queryFn: () => call('GET /api/demo/providers', {}),
  refetchInterval: 15_000,
});

export const refreshConnections = () => queries.invalidateQueries({ queryKey: connectionsQuery.queryKey });
