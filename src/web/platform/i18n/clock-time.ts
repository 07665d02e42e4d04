import { intlTagOf, type Language } from '#contract/kernel/languages.ts';

/**
 * Times of day in the reader's own zone, as their language writes them. In a file of its own, since the first screen
 * needs no more.
 */
export const clockTime = (language: Language): Intl.DateTimeFormat =>
  new Intl.DateTimeFormat(intlTagOf(language), { timeStyle: 'short' });
