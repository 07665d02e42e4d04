import { infiniteQueryOptions } from '@tanstack/react-query';
import { read } from '#web/platform/api/read.ts';

/** What the client did in another system, page by page. It changes only when staff import more. */
export const earlierQuery = infiniteQueryOptions({
  queryKey: ['earlier-movements'],
  queryFn: ({ pageParam: cursor }) => read('POST /api/wallets/earlier', { body: cursor === null ? {} : { cursor } }),
  initialPageParam: null as string | null,
  getNextPageParam: ({ next_cursor }) => next_cursor,
  staleTime: 300_000,
});
