import { redirect, type ParsedLocation } from '@tanstack/react-router';
import { stored } from '#contract/constants.ts';
import { currentLanguage, pathIn } from '../i18n/language.ts';
import { createStore, useStore } from '../store.ts';
import { windowConfig } from '../window-config.ts';

/** The secret of the link by which the house is set up; empty for a visitor who has none. It stays in this tab. */
const link = createStore(windowConfig.closed ? (sessionStorage.getItem(stored.setupLink) ?? '') : '');

export const useSetupLink = (): string => useStore(link);

/** The house is open, and the link worth nothing. */
export function forgetSetup(): void {
  sessionStorage.removeItem(stored.setupLink);
  sessionStorage.removeItem(stored.setupDraft);
}

/**
 * Until the house is open there is one screen. The link's secret stands behind the `#`; it is taken out of the address at
 * once, so that neither the history nor a picture of the screen holds it.
 */
export function runOpening({ pathname, hash }: ParsedLocation): void {
  if (!windowConfig.closed) return;
  const path = pathIn(currentLanguage(), '/setup');
  if (pathname === path && hash === '') return;
  if (hash !== '' && pathname.endsWith('/setup')) {
    sessionStorage.setItem(stored.setupLink, hash);
    link.set(hash);
  }
  throw redirect({ href: path, replace: true });
}
