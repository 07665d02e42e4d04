import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { invalidatedBy } from '#web/platform/api/query-invalidation.ts';

/** The new address that waits to be confirmed. */
export const emailQuery = queryOptions({
  queryKey: ['email-change'],
  queryFn: () => call('POST /api/settings/email', { body: {} }),
  meta: invalidatedBy('notification.changed'),
});
