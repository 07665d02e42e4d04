import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query';
import type { RequestOf } from '#contract/api.ts';
import type { SecurityKind } from '#contract/staff/names.ts';
import { call } from '#web/platform/api/api.ts';
import { daysAsked } from '#web/platform/lists/is-day.ts';

/** The filter of the log; an empty field filters nothing. */
export type SecurityFields = typeof wholeLog;

export const wholeLog = { kind: '', client: '', address: '', from: '', to: '' };

type SecurityFilter = Omit<RequestOf<'POST /api/staff/security'>['body'], 'cursor'>;

/** The fields that narrow something down, as the server takes them. */
export const narrowing = ({ kind, client, address, ...days }: SecurityFields): SecurityFilter => ({
  ...(kind && { kind: kind as SecurityKind }),
  ...(client && { client }),
  ...(address && { address }),
  ...daysAsked(days),
});

/** The log, page by page. While another filter loads, the last one’s entries stay. */
export const securityQuery = (filter: SecurityFilter) =>
  infiniteQueryOptions({
    queryKey: ['security-log', filter],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/security', { body: { ...filter, ...(cursor !== null && { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });
