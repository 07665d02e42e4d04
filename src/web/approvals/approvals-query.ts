import { queryOptions } from '@tanstack/react-query';
import { call } from '#web/platform/api/api.ts';
import { queries } from '#web/platform/api/query-client.ts';

/** What waits for a second person: all of it, or about one client. */
export const proposalsQuery = (clientId?: string) =>
  queryOptions({
    queryKey: ['proposals', clientId ?? 'all'],
    queryFn: () => call('POST /api/staff/proposals', { body: { ...(clientId && { client_id: clientId }) } }),
  });

/** What it was about may hold by now. */
export const refreshProposals = () =>
  Promise.all(
    ['proposals', 'house', 'clients', 'team', 'operator-keys'].map((key) =>
      queries.invalidateQueries({ queryKey: [key] }),
    ),
  );
