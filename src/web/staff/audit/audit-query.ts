import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';

/** The filter of the log; an empty field filters nothing. */
export interface AuditFilter {
  client: string;
  client_id: string;
  actor_id: string;
  action: string;
  from: string;
  to: string;
  search: string;
}

export const wholeLog: AuditFilter = {
  client: '',
  client_id: '',
  actor_id: '',
  action: '',
  from: '',
  to: '',
  search: '',
};

/** The fields that narrow something down, as the server takes them. */
export const narrowing = (filter: Partial<AuditFilter>): Partial<AuditFilter> =>
  Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));

/** The log, page by page. While another filter loads, the last one’s entries stay. */
export const auditQuery = (filter: AuditFilter) =>
  infiniteQueryOptions({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/audit', { body: { ...narrowing(filter), ...(cursor !== null && { cursor }) } }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    placeholderData: keepPreviousData,
  });

/** Whether the log is whole; the server follows all of it for that. */
export const chainQuery = queryOptions({
  queryKey: ['audit-chain'],
  queryFn: () => call('POST /api/staff/audit/chain', { body: {} }),
});
