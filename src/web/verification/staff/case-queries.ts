import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { VerificationCase } from '#contract/verification/staff-endpoints.ts';
import type { DocumentKind, QueueView } from '#contract/verification/names.ts';
import { call } from '#web/platform/api/api.ts';
import { download } from '#web/platform/files/download.ts';
import { ApiError } from '#web/platform/api/api-error.ts';
import { live } from '#web/platform/realtime/live.ts';
import { invalidatedBy } from '#web/platform/api/query-invalidation.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { showResponse } from '#web/platform/api/show-response.ts';

/** The filter of staff. An empty kind is every kind. */
export interface QueueFilter {
  view: QueueView;
  kind: DocumentKind | '';
  search: string;
}

/** Assignments end without a notice. */
const everyMs = 20_000;

const narrowing = ({ view, kind, search }: QueueFilter) => ({ view, ...(kind && { kind }), ...(search && { search }) });

/** Saves the same rows as a file. */
export const saveQueue = (filter: QueueFilter) =>
  download('GET /api/staff/verification/file', { query: narrowing(filter) });

export const queueQuery = (filter: QueueFilter) =>
  live(
    infiniteQueryOptions({
      queryKey: ['verification-desk', 'queue', filter],
      queryFn: ({ pageParam: offset }) =>
        call('POST /api/staff/verification', {
          body: { ...narrowing(filter), offset },
        }),
      initialPageParam: 0,
      getNextPageParam: ({ next_offset }) => next_offset,
      placeholderData: keepPreviousData,
      meta: invalidatedBy('queue.verification'),
    }),
    everyMs,
  );

export const caseQuery = (id: string) =>
  live(
    queryOptions({
      queryKey: ['verification-desk', 'case', id],
      queryFn: () => call('POST /api/staff/verification/case', { body: { client_id: id } }),
      meta: invalidatedBy('queue.verification'),
    }),
    everyMs,
  );

/** The response of an action is the newest state; the queue refetches. */
export function showCase(response: VerificationCase): void {
  showResponse(caseQuery(response.row.client_id).queryKey, response);
  void queries.invalidateQueries({ queryKey: ['verification-desk', 'queue'] });
}

/** Refused because the client has changed something: the screen shows what, and the refusal stands. */
export async function refreshCase(clientId: string, error: unknown): Promise<never> {
  if (error instanceof ApiError && error.code === 'verification.changed_meanwhile')
    await queries.invalidateQueries({ queryKey: caseQuery(clientId).queryKey });
  throw error;
}
