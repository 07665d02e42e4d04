import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PerformanceRange } from '#contract/portfolio/endpoints.ts';
import { read } from '#web/platform/api/read.ts';

/** The ranges of a portfolio's performance, the shortest first. */
export const performanceRanges = ['1m', '3m', '6m', '1y', 'all'] as const satisfies readonly PerformanceRange[];

/** How the money did in a range that ends today. Another range leaves the last one in its place until it is there. */
export const performanceQuery = (range: PerformanceRange) =>
  queryOptions({
    queryKey: ['performance', range],
    queryFn: () => read('POST /api/portfolio/performance', { body: { range } }),
    placeholderData: keepPreviousData,
  });

/** What each tier gives. */
export const tiersQuery = queryOptions({
  queryKey: ['tiers'],
  queryFn: () => read('POST /api/portfolio/tiers', { body: {} }),
});
