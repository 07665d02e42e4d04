import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { call } from '#web/platform/api.ts';
import { currentLanguage, pathIn } from '#web/platform/language.ts';
import { queries } from '#web/platform/queries.ts';

/** Stands in the address where the token was. */
export const spentToken = '-';

/** Asked once for a token, whatever renders, comes back or loses its connection: a second time would be refused. */
const sessionQuery = (token: string) =>
  queryOptions({
    queryKey: ['platform-session', token],
    queryFn: () => call('POST /api/paper/session', { body: { token } }),
    enabled: token !== spentToken,
    retry: false,
    retryOnMount: false,
    staleTime: 'static',
    gcTime: Infinity,
  });

/**
 * Exchanges the token for the account that it opens, then takes it out of the address and so out of the browser's
 * history; what came stays in memory, and a reload has nothing to show.
 */
export function usePlatformSession(token: string) {
  const navigate = useNavigate();
  const session = useQuery(sessionQuery(token));
  const { data } = session;
  useEffect(() => {
    if (!data || token === spentToken) return;
    queries.setQueryData(sessionQuery(spentToken).queryKey, data);
    void navigate({ href: pathIn(currentLanguage(), `/terminal/${spentToken}`), replace: true });
  }, [data, token, navigate]);
  return session;
}
