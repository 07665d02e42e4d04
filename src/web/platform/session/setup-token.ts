import { redirect, type ParsedLocation } from '@tanstack/react-router';
import { stored } from '#contract/kernel/constants.ts';
import { currentLanguage, pathIn } from '../i18n/language.ts';
import { createStore, useStore } from '../store.ts';
import { windowConfig } from '../window-config.ts';

/** The token of the setup link; empty for a visitor without one. It stays in this tab. */
const link = createStore(windowConfig.closed ? (sessionStorage.getItem(stored.setupLink) ?? '') : '');

export const useSetupToken = (): string => useStore(link);

/** The setup is complete, and the link is invalid. */
export function clearSetupToken(): void {
  sessionStorage.removeItem(stored.setupLink);
  sessionStorage.removeItem(stored.setupDraft);
}

/**
 * Until the setup is complete there is one screen. The token is behind the `#`; it is removed from the address at once,
 * so that neither the history nor a picture of the screen has it.
 */
export function redirectToSetup({ pathname, hash }: ParsedLocation): void {
  if (!windowConfig.closed) return;
  const path = pathIn(currentLanguage(), '/setup');
  if (pathname === path && hash === '') return;
  if (hash !== '' && pathname.endsWith('/setup')) {
    sessionStorage.setItem(stored.setupLink, hash);
    link.set(hash);
  }
  throw redirect({ href: path, replace: true });
}
