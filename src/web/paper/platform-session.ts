import { queryOptions, useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { PlatformSession } from '#contract/paper/endpoints.ts';
import { call } from '#web/platform/api/api.ts';
import { currentLanguage, pathIn } from '#web/platform/i18n/language.ts';
import { queries } from '#web/platform/api/query-client.ts';

/** Stands in the address where the token was. */
export const spentToken = '-';

/** A tab's part of its session, so that a reload continues it; it is useless without the cookie. */
type Stored = Pick<PlatformSession, 'session' | 'expires_at' | 'holder'>;

const storedAs = 'platformSession';

function store({ session, expires_at, holder }: Stored): void {
  sessionStorage.setItem(storedAs, JSON.stringify({ session, expires_at, holder } satisfies Stored));
}

export function clearPlatformSession(): void {
  sessionStorage.removeItem(storedAs);
  queries.removeQueries({ queryKey: ['platform-session'] });
}

function stored(): Stored | undefined {
  const found = JSON.parse(sessionStorage.getItem(storedAs) ?? 'null') as Stored | null;
  return found && new Date(found.expires_at) > new Date() ? found : undefined;
}

/** Exchanges a token once, whatever renders, comes back or loses its connection: a second try would be refused. */
const sessionQuery = (token: string) =>
  queryOptions<Stored>({
    queryKey: ['platform-session', token],
    queryFn: () => call('POST /api/paper/session', { body: { token } }),
    enabled: token !== spentToken,
    ...(token === spentToken ? { initialData: stored } : {}),
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
    store(data);
    queries.setQueryData(sessionQuery(spentToken).queryKey, data);
    void navigate({ href: pathIn(currentLanguage(), `/terminal/${spentToken}`), replace: true });
  }, [data, token, navigate]);
  return session;
}
