import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { UndeliveredState } from '#contract/jobs/names.ts';
import { call } from '#web/platform/api/api.ts';
import { queries } from '#web/platform/api/query-client.ts';

/** Jobs run every few seconds, and the screen keeps up with them. */
const everyMs = 5000;

export const jobsQuery = queryOptions({
  queryKey: ['jobs'],
  queryFn: () => call('POST /api/staff/jobs', { body: {} }, { loader: false }),
  refetchInterval: everyMs,
});

/** Events that are not delivered, page by page. */
export const eventsQuery = (state: UndeliveredState) =>
  infiniteQueryOptions({
    queryKey: ['jobs', state],
    queryFn: ({ pageParam: cursor }) =>
      call('POST /api/staff/jobs/events', { body: { state, ...(cursor !== null && { cursor }) } }, { loader: false }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ next_cursor }) => next_cursor,
    refetchInterval: everyMs,
  });

/** Delivers one event now. @throws ApiError `jobs.delivered`, `jobs.under_way` */
export async function tryAgain(eventId: string): Promise<void> {
  await call('POST /api/staff/jobs/events/try-again', { body: { event_id: eventId } }).finally(refreshCase);
}

/** Gives each event that was given up one more attempt; returns how many those are. */
export async function tryAllAgain(): Promise<number> {
  const { count } = await call('POST /api/staff/jobs/events/try-all-again', { body: {} });
  await refreshCase();
  return count;
}

const refreshCase = () => queries.invalidateQueries({ queryKey: jobsQuery.queryKey });
