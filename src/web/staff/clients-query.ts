import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { AnswerOf } from '#contract/api.ts';
import { call } from '#web/platform/api.ts';

/** One client as the list shows him. */
export type ListedClient = AnswerOf<'POST /api/staff/clients'>['clients'][number];

/** Clients whose name or e-mail holds `search`, page by page. While a new search loads, the last one's clients stay. */
export const clientsQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['clients', search],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/clients', { body: { search, ...(cursor === null ? {} : { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
