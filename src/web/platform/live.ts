import { onlineManager, type QueryKey } from '@tanstack/react-query';

/**
 * The one door for values that change by themselves. Asks again every `everyMs` while the tab is seen and the browser is
 * online; what it showed stays until the next answer.
 */
export function live<Query extends { queryKey: QueryKey }>(query: Query, everyMs: number) {
  return {
    ...query,
    staleTime: everyMs,
    refetchInterval: () => (onlineManager.isOnline() ? everyMs : (false as const)),
    refetchIntervalInBackground: false,
  };
}
