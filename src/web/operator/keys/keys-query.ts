import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';

/** The keys of the operator's programs. */
export const keysQuery = queryOptions({
  queryKey: ['operator-keys'],
  queryFn: () => call('POST /api/staff/operator/keys', { body: {} }),
});
