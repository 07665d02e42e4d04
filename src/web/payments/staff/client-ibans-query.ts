import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';

/** How many IBANs for single clients are free and in use. */
export const clientIbansQuery = queryOptions({
  queryKey: ['client-ibans'],
  queryFn: () => call('POST /api/staff/payments/client-ibans', { body: {} }),
});
