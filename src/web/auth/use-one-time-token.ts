import { useEffect } from 'react';
import type { Language } from '#contract/kernel/languages.ts';
import { useLanguage } from '#web/platform/i18n/language.ts';
import { createStore, useStore, type Store } from '#web/platform/store.ts';

type Outcome<T = unknown> =
  | { state: 'working' }
  | { state: 'done'; response: T }
  /** The error is in the language. */
  | { state: 'failed'; error: unknown; language: Language };
type Spend<T = unknown> = (token: string) => Promise<T>;

const outcomes = new Map<string, Store<Outcome>>();
/** Tokens that are being spent or are spent. One that failed may be tried again. */
const taken = new Set<string>();

function outcomeOf(token: string): Store<Outcome> {
  const outcome = outcomes.get(token) ?? createStore<Outcome>({ state: 'working' });
  outcomes.set(token, outcome);
  return outcome;
}

async function start(token: string, spend: Spend, language: Language): Promise<void> {
  if (taken.has(token)) return;
  taken.add(token);
  const outcome = outcomeOf(token);
  outcome.set({ state: 'working' });
  try {
    outcome.set({ state: 'done', response: await spend(token) });
  } catch (error) {
    taken.delete(token);
    outcome.set({ state: 'failed', error, language });
  }
}

/**
 * Spends a one-time token when the screen opens: once, however often React mounts it, because a second try would only
 * get the response that the link was used. A failure is in the language of its time: another one asks again.
 * @param spend must be the same function each time
 */
export function useOnce<T>(token: string, spend: Spend<T>): Outcome<T> & { retry: () => void } {
  // A token is for one purpose, so its response is this purpose's response.
  const outcome = useStore(outcomeOf(token)) as Outcome<T>;
  const language = useLanguage();
  useEffect(() => void start(token, spend, language), [token, spend, language]);
  return { ...outcome, retry: () => void start(token, spend, language) };
}
