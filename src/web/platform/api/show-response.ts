import type { DataTag, QueryKey } from '@tanstack/react-query';
import { queries } from './query-client.ts';

/**
 * Shows what an action answered with as the newest state of a query. A read that is under way may have begun before the
 * action and end after it: its answer would bring the older state back, so it is made again.
 * @param response the state, or how it follows from the one shown
 */
export function showResponse<T>(
  queryKey: DataTag<QueryKey, T, Error>,
  response: T | ((shown: T | undefined) => T | undefined),
): void {
  const exactly = { queryKey, exact: true };
  const isRead = queries.isFetching(exactly) > 0;
  queries.setQueryData<T>(queryKey, response);
  if (isRead) void queries.invalidateQueries({ ...exactly, refetchType: 'all' });
}
