import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';

/** Everybody who has a role here. */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: () => call('POST /api/staff/team', { body: {} }),
});
