import { stored } from '#contract/kernel/constants.ts';

/**
 * What a person has written in this tab and the server has not confirmed. It stays when their session ends by itself,
 * is deleted when they sign out, and never survives the start of another person's session here.
 */
type Listener = (person: string | undefined) => void;
const listeners = new Set<Listener>();

/** Called with the person who works here from now on; undefined for none. */
export const onPerson = (listener: Listener): unknown => listeners.add(listener);

/** @param person who works here from now on: drafts of others are deleted */
export function startDraftsOf(person: string): void {
  const saved = JSON.parse(sessionStorage.getItem(stored.unsent) ?? 'null') as { holder?: string } | null;
  if (saved?.holder !== person) sessionStorage.removeItem(stored.unsent);
  for (const listener of listeners) listener(person);
}

/** There is no session for now, and the drafts wait for their author. */
export function pauseDrafts(): void {
  for (const listener of listeners) listener(undefined);
}

export function clearDrafts(): void {
  sessionStorage.removeItem(stored.unsent);
}
