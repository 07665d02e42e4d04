import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { queries } from '#web/platform/api/query-client.ts';

/** Files for the bank, the latest first, and what waits for the next one. */
export const bankFilesQuery = infiniteQueryOptions({
  queryKey: ['payment-desk', 'bank-files'],
  queryFn: ({ pageParam: cursor }) =>
    call('POST /api/staff/payments/bank-files', { body: { ...(cursor !== null && { cursor }) } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }) => next_cursor,
});

/** A file has another state, and so have its withdrawals. */
export const refreshBankFiles = () =>
  Promise.all(['payment-desk', 'proposals'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
