import { useEffect } from 'react';
import { createStore } from '../store.ts';

/** What the present screen shows one of, such as a ticket's subject; null where the screen's own name says enough. */
export const ownTitle = createStore<string | null>(null);

/** How many messages wait for the person, before the name of the tab. */
export const unreadInTitle = createStore(0);

/** Names the browser's tab after the object on this screen, as soon as it is there and until the screen is left. */
export function useOwnTitle(name: string | undefined): void {
  useEffect(() => {
    ownTitle.set(name ?? null);
    return () => ownTitle.set(null);
  }, [name]);
}
