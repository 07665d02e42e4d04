import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';

/** All people with a staff role. */
export const teamQuery = queryOptions({
  queryKey: ['team'],
  queryFn: () => call('POST /api/staff/team', { body: {} }),
});

/** Who is bound to whom at the provider of single sign-on. */
export const identitiesQuery = queryOptions({
  queryKey: ['team', 'identities'],
  queryFn: () => call('POST /api/staff/team/identities', { body: {} }),
});
