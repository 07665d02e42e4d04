import { infiniteQueryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api.ts';

/** One wallet and its operations page by page, the latest first. The first page also says what the wallet holds now. */
export const walletQuery = (id: string) =>
  infiniteQueryOptions({
    queryKey: ['wallet', id],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/wallets-info', { body: { wallet_id: id, ...(cursor === null ? {} : { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
  });
