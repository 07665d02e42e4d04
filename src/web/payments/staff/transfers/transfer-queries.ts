import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { queries } from '#web/platform/api/query-client.ts';

/** Transfers to and from trading accounts that wait for the platform's word or a person's. */
export const stuckTransfersQuery = infiniteQueryOptions({
  queryKey: ['payment-desk', 'transfers'],
  queryFn: ({ pageParam: cursor }) =>
    call('POST /api/staff/transfers', { body: { ...(cursor !== null && { cursor }) } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }) => next_cursor,
});

/** Refetches the list after an action. */
export const refreshTransfers = () => queries.invalidateQueries({ queryKey: stuckTransfersQuery.queryKey });
