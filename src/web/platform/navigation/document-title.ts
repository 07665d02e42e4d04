import { useEffect } from 'react';
import { createStore } from '../store.ts';

/** The title of the object on this screen, such as a ticket's subject; null where the screen's own name is enough. */
export const documentTitle = createStore<string | null>(null);

/** How many messages wait for the person, before the name of the tab. */
export const unreadCount = createStore(0);

/** Names the browser's tab after the object on this screen, as soon as it is there and until the screen is left. */
export function useDocumentTitle(name: string | undefined): void {
  useEffect(() => {
    documentTitle.set(name ?? null);
    return () => documentTitle.set(null);
  }, [name]);
}
