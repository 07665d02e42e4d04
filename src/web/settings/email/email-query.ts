import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api.ts';
import { toldBy } from '#web/platform/told-by.ts';

/** The new address that waits to be confirmed. */
export const emailQuery = queryOptions({
  queryKey: ['email-change'],
  queryFn: () => call('POST /api/settings/email', { body: {} }),
  meta: toldBy('notification.changed'),
});
