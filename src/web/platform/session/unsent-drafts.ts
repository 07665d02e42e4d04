import { stored } from '#contract/constants.ts';

/**
 * What somebody has written in this tab and nobody has confirmed. It waits for him when his session ends by itself, is gone
 * when he leaves, and never outlives the moment in which somebody else begins to work here.
 */
type Listener = (person: string | undefined) => void;
const listeners = new Set<Listener>();

/** To be told who works here from now on; undefined for nobody. */
export const onPerson = (listener: Listener): unknown => listeners.add(listener);

/** @param person who works here from now on: what another has written is gone */
export function keepWrittenOf(person: string): void {
  const kept = JSON.parse(sessionStorage.getItem(stored.unsaid) ?? 'null') as { holder?: string } | null;
  if (kept?.holder !== person) sessionStorage.removeItem(stored.unsaid);
  for (const listener of listeners) listener(person);
}

/** Nobody works here for now, and what was written waits for its author. */
export function keepWritten(): void {
  for (const listener of listeners) listener(undefined);
}

export function forgetWritten(): void {
  sessionStorage.removeItem(stored.unsaid);
}
