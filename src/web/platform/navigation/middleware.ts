import { redirect, type ParsedLocation } from '@tanstack/react-router';
import { loadTexts } from '../i18n/i18n.tsx';
import { currentLanguage, pathIn } from '../i18n/language.ts';
import { loadSession } from '../session/session.ts';

/**
 * The locale step, first before every navigation: the texts of the current language are there, and the address carries
 * that language. A path without a prefix gets it; one with another prefix is rewritten.
 */
export async function runLocale(location: ParsedLocation): Promise<void> {
  await loadTexts('common');
  const target = pathIn(currentLanguage(), location.href);
  if (target !== location.href) throw redirect({ href: target, replace: true });
}

/** The check-auth step: a stored token becomes a user. A failure is logged, and the navigation continues. */
export async function runCheckAuth(): Promise<void> {
  await loadSession().catch((error: unknown) => console.error('Error loading the session', error));
}
