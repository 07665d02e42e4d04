import { useEffect, useSyncExternalStore } from 'react';
import { stored } from '#contract/constants.ts';
import { queries } from '#web/platform/api/query-client.ts';
import { currentUser } from '#web/platform/session/session.ts';

/**
 * What a page or a session before this one could not send is sent on as soon as its author is signed in, wherever he
 * lands. The code for it comes when there is something to send.
 */
export function useUnsaid(): void {
  // Not by a query of its own, which would watch the memory of the session in which it began.
  const author = useSyncExternalStore(watchMemory, authorNow);
  useEffect(() => {
    if (author === undefined || sessionStorage.getItem(stored.unsaid) === null) return;
    import('./own-talks.ts')
      .then(({ resumeTalks }) => resumeTalks())
      .catch((error: unknown) => console.error('Error sending what was written', error));
  }, [author]);
}

const watchMemory = (onChange: () => void) => queries.getQueryCache().subscribe(onChange);

function authorNow(): string | undefined {
  const user = currentUser();
  return user && !user.watch && !user.second_factor_due ? user.id : undefined;
}
