import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';

/** All people with a staff role. */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: () => call('POST /api/staff/team', { body: {} }),
});
