import { notifyManager, QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';
import { isOnline } from '../realtime/connection.ts';
import { hasRetryAfter, mayRetry, pauseMs } from './retry.ts';

/**
 * The browser's memory of what the server said. A failed fetch is logged, in the words of `meta.failure` if it has any, and tried
 * once more, unless it was a refusal or there is no network; and again after a pause when the server asked for that.
 */
export const queries = new QueryClient({
  defaultOptions: {
    // Without a network a call fails at once and says so: no call waits unseen and is sent when the person no longer
    // expects it.
    mutations: { networkMode: 'always' },
    queries: {
      networkMode: 'always',
      staleTime: 15_000,
      retry: (failures, error) =>
        mayRetry(failures, error) ||
        (failures < 1 && isOnline() && !(error instanceof ApiError && error.status >= 400)),
      retryDelay: (_failures, error) => (hasRetryAfter(error) ? pauseMs(error) : 1000),
      refetchOnWindowFocus: true,
    },
  },
});

// A button that starts a mutation is busy before the second click of a double click comes.
notifyManager.setScheduler(queueMicrotask);

queries.getQueryCache().config.onError = (error, { meta, queryKey }) => {
  const failure = meta?.['failure'];
  console.error(typeof failure === 'string' ? failure : `Error fetching ${String(queryKey[0])}`, error);
};
