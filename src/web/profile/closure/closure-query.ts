import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { invalidatedBy } from '#web/platform/api/query-invalidation.ts';

/** Whether the account is to be closed, and what blocks it. */
export const closureQuery = queryOptions({
  queryKey: ['closing'],
  queryFn: () => call('POST /api/settings/closure', { body: {} }),
  meta: invalidatedBy('wallet.changed', 'payment.changed', 'account.changed', 'application.changed'),
});
