import type { AnyRouter } from '@tanstack/react-router';
import type { Language } from '#contract/kernel/languages.ts';
import { toast } from '#web/ui/feedback/toast.ts';
import { call } from '../api/api.ts';
import { switchLanguage, translate } from './i18n.tsx';
import { pathIn } from './language.ts';
import { languageOffer } from './language-offer.ts';
import { queries } from '../api/query-client.ts';
import { currentUser } from '../session/session.ts';

/**
 * Makes a language the current one: its texts load, the first part of the address becomes it, query and hash stay, and
 * the server gets it so that emails follow. Texts from the server are fetched again. Without the texts, nothing
 * changes.
 */
export async function changeLanguage(router: AnyRouter, next: Language): Promise<void> {
  try {
    await switchLanguage(next);
  } catch (error) {
    console.error('Error loading the texts', error);
    toast({ text: translate('common.no_connection'), tone: 'negative' });
    return;
  }
  languageOffer.set(null);
  await router.navigate({ href: pathIn(next, router.state.location.href), replace: true });
  void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'user' });
  if (!currentUser()) return;
  await call('POST /api/settings/profile-settings', { body: { language_cabinet: next } }).catch((error: unknown) =>
    console.error('Error saving the language', error),
  );
}
