import { stored } from '#contract/kernel/constants.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { currentLanguage } from './language.ts';
import { createStore } from '../store.ts';

/** The language of the profile where this device speaks another one: offered after a sign-in, until there is an answer. */
export const languageOffer = createStore<Language | null>(null);

export function offerLanguage(language: Language): void {
  const isDeclined = localStorage.getItem(stored.declinedLanguage) === language;
  languageOffer.set(language === currentLanguage() || isDeclined ? null : language);
}

/** This device keeps its language, also at the next sign-in. */
export function declineLanguage(language: Language): void {
  localStorage.setItem(stored.declinedLanguage, language);
  languageOffer.set(null);
}
