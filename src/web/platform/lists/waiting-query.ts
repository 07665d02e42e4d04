import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/api.ts';
import { invalidatedBy } from '../api/query-invalidation.ts';

/** For what comes without a notice, as an item whose time has run out. */
const everyMs = 60_000;

/** How many items wait in each list of the person, and how many of them are late. */
export const waitingQuery = queryOptions({
  queryKey: ['staff-waiting'],
  queryFn: () => call('POST /api/staff/waiting', { body: {} }, { loader: false }),
  refetchInterval: everyMs,
  meta: invalidatedBy('queue.payments', 'queue.verification', 'queue.approvals', 'queue.conversations'),
});
