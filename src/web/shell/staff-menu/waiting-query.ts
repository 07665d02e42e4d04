import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { invalidatedBy } from '#web/platform/api/query-invalidation.ts';

/** For what comes without a notice, as an item whose time has run out. */
const everyMs = 60_000;

/** How many items wait in each list of the person. */
export const waitingQuery = queryOptions({
  queryKey: ['staff-waiting'],
  queryFn: () => call('POST /api/staff/waiting', { body: {} }, { loader: false }),
  refetchInterval: everyMs,
  meta: invalidatedBy('queue.payments', 'queue.verification', 'queue.approvals', 'queue.conversations'),
});
