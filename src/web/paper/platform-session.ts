import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { PlatformSession } from '#contract/paper.ts';
import { call } from '#web/platform/api/api.ts';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { queries } from '#web/platform/api/query-client.ts';

/** Stands in the address where the token was. */
export const spentToken = '-';

/** What a tab keeps of its session, so that a reload goes on; without the cookie beside it, it opens nothing. */
type Kept = Pick<PlatformSession, 'session' | 'expires_at' | 'holder'>;

const storedAs = 'platformSession';

function keep({ session, expires_at, holder }: Kept): void {
  sessionStorage.setItem(storedAs, JSON.stringify({ session, expires_at, holder } satisfies Kept));
}

export function forgetPlatformSession(): void {
  sessionStorage.removeItem(storedAs);
  queries.removeQueries({ queryKey: ['platform-session'] });
}

function kept(): Kept | undefined {
  const found = JSON.parse(sessionStorage.getItem(storedAs) ?? 'null') as Kept | null;
  return found && new Date(found.expires_at) > new Date() ? found : undefined;
}

/** Asked once for a token, whatever renders, comes back or loses its connection: a second time would be refused. */
const sessionQuery = (token: string) =>
  queryOptions<Kept>({
    queryKey: ['platform-session', token],
    queryFn: () => call('POST /api/paper/session', { body: { token } }),
    enabled: token !== spentToken,
    ...(token === spentToken ? { initialData: kept } : {}),
    retry: false,
    retryOnMount: false,
    staleTime: 'static',
    gcTime: Infinity,
  });

/**
 * Exchanges the token for a session on the account that it opens, then takes it out of the address and so out of the
 * browser's history. The tab keeps the session until it is closed.
 */
export function usePlatformSession(token: string) {
  const navigate = useNavigate();
  const session = useQuery(sessionQuery(token));
  const { data } = session;
  useEffect(() => {
    if (!data || token === spentToken) return;
    keep(data);
    queries.setQueryData(sessionQuery(spentToken).queryKey, data);
    void navigate({ href: pathIn(currentLanguage(), `/terminal/${spentToken}`), replace: true });
  }, [data, token, navigate]);
  return session;
}
