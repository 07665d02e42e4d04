import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api.ts';
import { toldBy } from '#web/platform/told-by.ts';

/** What the client owns, in USD at indicative rates, and the tier that it gives. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: () => call('POST /api/portfolio/overview', { body: {} }),
  meta: toldBy('wallet.changed', 'account.changed', 'payment.changed', 'application.changed'),
});
