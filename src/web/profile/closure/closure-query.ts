import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { toldBy } from '#web/platform/api/query-invalidation.ts';

/** Whether the account is to be closed, and what stands in the way. */
export const closingQuery = queryOptions({
  queryKey: ['closing'],
  queryFn: () => call('POST /api/settings/closing', { body: {} }),
  meta: toldBy('wallet.changed', 'payment.changed', 'account.changed', 'application.changed'),
});
