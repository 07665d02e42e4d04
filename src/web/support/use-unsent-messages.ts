import { useEffect, useSyncExternalStore } from 'react';
import { stored } from '#contract/kernel/constants.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { currentUser } from '#web/platform/session/session.ts';

/**
 * Messages that a page or a session before this one could not send are sent as soon as their author is signed in, on
 * any page. The code for it loads when there is something to send.
 */
export function useUnsentMessages(): void {
  // Not by a query of its own, which would observe the cache of the session in which it started.
  const author = useSyncExternalStore(watchMemory, authorNow);
  useEffect(() => {
    if (author === undefined || sessionStorage.getItem(stored.unsent) === null) return;
    import('./talk/own-talks.ts')
      .then(({ resumeTalks }) => resumeTalks())
      .catch((error: unknown) => console.error('Error sending what was written', error));
  }, [author]);
}

const watchMemory = (onChange: () => void) => queries.getQueryCache().subscribe(onChange);

function authorNow(): string | undefined {
  const user = currentUser();
  return user && !user.impersonation && !user.second_factor_due ? user.id : undefined;
}
