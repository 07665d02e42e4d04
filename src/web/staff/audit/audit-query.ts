import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { RequestOf } from '#contract/api.ts';
import { call } from '#web/platform/api/api.ts';
import { daysAsked } from '#web/platform/lists/is-day.ts';

/** The filter of the log, as its screen has it; an empty field filters nothing. */
export type AuditFields = typeof wholeLog;

export const wholeLog = { client: '', actor_id: '', action: '', from: '', to: '', search: '' };

type AuditFilter = Omit<RequestOf<'POST /api/staff/audit'>['body'], 'cursor'>;

/** The fields that narrow something down, as the server takes them. */
export const narrowing = ({ from, to, ...fields }: AuditFields): AuditFilter => ({
  ...Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '')),
  ...daysAsked({ from, to }),
});

/** The log, page by page. While another filter loads, the last one’s entries stay. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/audit', { body: { ...filter, ...(cursor !== null && { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** Whether the log is whole; the server follows all of it for that. */
export const chainQuery = queryOptions({
  queryKey: ['audit-chain'],
  queryFn: () => call('POST /api/staff/audit/chain', { body: {} }),
});
