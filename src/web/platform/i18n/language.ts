import { stored } from '#contract/kernel/constants.ts';
import { directionOf, isLanguage, type Language } from '#contract/kernel/languages.ts';
import { createStore, useStore } from '../store.ts';
import { readCookie, writeLastingCookie } from '../session/browser-storage.ts';
import { windowConfig } from '../window-config.ts';

const cookie = readCookie(stored.locale);
const language = createStore<Language>(isLanguage(cookie) ? cookie : windowConfig.locale);

export const currentLanguage = (): Language => language.get();
export const useLanguage = (): Language => useStore(language);

/** Makes a language the current one; its texts must be loaded by then. */
export function applyLanguage(next: Language): void {
  document.documentElement.lang = next;
  document.documentElement.dir = directionOf(next);
  document.querySelector('link[rel="manifest"]')?.setAttribute('href', `/${next}/manifest.webmanifest`);
  writeLastingCookie(stored.locale, next);
  language.set(next);
}

/** A path under the language: `/login` and `/de/login` both become `/fr/login`. Query and hash stay as they are. */
export function pathIn(language_: Language, path: string): string {
  const [, prefix = '', rest = ''] = /^\/([a-z]{2}(?=\/|$|\?|#))?(.*)$/s.exec(path) ?? [];
  const tail = prefix === '' ? path : rest;
  return `/${language_}${tail.startsWith('/') || tail === '' ? tail : `/${tail}`}`;
}
