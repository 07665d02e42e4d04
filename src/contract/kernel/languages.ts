/** The interface languages, as two-letter path prefixes. English is the source and the default. */
export const languages = ['ar', 'cs', 'de', 'en', 'es', 'fi', 'fr', 'hu', 'it', 'no', 'pl', 'ro', 'ru', 'tr'] as const;

export type Language = (typeof languages)[number];

export const defaultLanguage: Language = 'en';

/** Each language by its own name, as a menu lists it. */
export const languageNames: Record<Language, string> = {
  ar: 'العربية',
  cs: 'Čeština',
  de: 'Deutsch',
  en: 'English',
  es: 'Español',
  fi: 'Suomi',
  fr: 'Français',
  hu: 'Magyar',
  it: 'Italiano',
  no: 'Norsk',
  pl: 'Polski',
  ro: 'Română',
  ru: 'Русский',
  tr: 'Türkçe',
};

/** What the operator writes in as many of the languages as it likes. */
export type TextByLanguage = Partial<Record<Language, string>>;

export function isLanguage(value: unknown): value is Language {
  return (languages as readonly unknown[]).includes(value);
}

/** Arabic is the only language of the set that runs from right to left. */
export function directionOf(language: Language): 'ltr' | 'rtl' {
  return language === 'ar' ? 'rtl' : 'ltr';
}

/**
 * The tag that Intl knows a language by. English is British here, with the day before the month, and Norwegian is Bokmål.
 * Arabic keeps Latin digits, since account numbers and amounts are read next to English documents.
 */
export function intlTagOf(language: Language): string {
  if (language === 'en') return 'en-GB';
  if (language === 'no') return 'nb';
  if (language === 'ar') return 'ar-u-nu-latn';
  return language;
}
