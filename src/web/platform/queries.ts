import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './api-error.ts';

/** The browser's memory of what the server said. A failed fetch is logged and tried once more, unless it was a refusal. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (failures, error) => failures < 1 && !(error instanceof ApiError && error.status >= 400),
      refetchOnWindowFocus: true,
    },
  },
});

queries.getQueryCache().config.onError = (error, query) =>
  console.error(`Error fetching ${String(query.queryKey[0])}`, error);
