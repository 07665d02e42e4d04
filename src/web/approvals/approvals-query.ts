import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { queries } from '#web/platform/api/query-client.ts';

/** What waits for a second person: all of it, or about one client. */
export const approvalRequestsQuery = (clientId?: string) =>
  queryOptions({
    queryKey: ['proposals', clientId ?? 'all'],
    queryFn: () => call('POST /api/staff/approvals', { body: { ...(clientId && { client_id: clientId }) } }),
  });

/** The change may be in force since. */
export const refreshApprovalRequests = () =>
  Promise.all(
    ['proposals', 'settings', 'clients', 'team', 'operator-keys'].map((key) =>
      queries.invalidateQueries({ queryKey: [key] }),
    ),
  );
