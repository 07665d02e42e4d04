import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';

const everyMs = 60_000;

export const dashboardQuery = queryOptions({
  queryKey: ['dashboard'],
  queryFn: () => call('POST /api/staff/dashboard', { body: {} }, { loader: false }),
  refetchInterval: everyMs,
});
