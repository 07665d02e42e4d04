import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { BankFileState } from '#contract/payments/bank-file-names.ts';
import { call } from '#web/platform/api/api.ts';
import { queries } from '#web/platform/api/query-client.ts';

/** Files for the bank, all or those in one state, the latest first, and what waits for the next one. */
export const bankFilesQuery = (state?: BankFileState) =>
  infiniteQueryOptions({
    queryKey: ['payment-desk', 'bank-files', state ?? 'all'],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/payments/bank-files', {
        body: { ...(state && { state }), ...(cursor !== null && { cursor }) },
      }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** A file has another state, and so have its withdrawals. */
export const refreshBankFiles = () =>
  Promise.all(['payment-desk', 'proposals'].map((key) => queries.invalidateQueries({ queryKey: [key] })));
