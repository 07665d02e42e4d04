import { queryOptions } from '@tanstack/react-query';
import { read } from '#web/platform/api/read.ts';
import { invalidatedBy } from '#web/platform/api/query-invalidation.ts';

/** What the client owns, in USD at indicative rates, and the tier that it gives. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => read('POST /api/portfolio/overview', { body: {} }),
  meta: invalidatedBy('wallet.changed', 'account.changed', 'payment.changed', 'application.changed'),
});
