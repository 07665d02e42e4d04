import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { SecurityKind } from '#contract/staff/names.ts';
import { call } from '#web/platform/api/api.ts';

/** The filter of the log; an empty field filters nothing. */
export interface SecurityFilter {
  kind: SecurityKind | '';
  client: string;
  address: string;
  from: string;
  to: string;
}

export const wholeLog: SecurityFilter = { kind: '', client: '', address: '', from: '', to: '' };

/** The fields that narrow something down, as the server takes them. */
export const narrowing = ({ kind, client, address, from, to }: SecurityFilter) => ({
  ...(kind && { kind }),
  ...(client && { client }),
  ...(address && { address }),
  ...(from && { from }),
  ...(to && { to }),
});

/** The log, page by page. While another filter loads, the last one’s entries stay. */
export const securityQuery = (filter: SecurityFilter) =>
  infiniteQueryOptions({
    queryKey: ['security-log', filter],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/security', { body: { ...narrowing(filter), ...(cursor !== null && { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
