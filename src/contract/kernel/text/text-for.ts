import type { Language, TextByLanguage } from '../languages.ts';

/** The text for a reader: in the reader's language, else in the other one, else none. */
export function textFor(
  texts: TextByLanguage,
  language: Language,
  other: Language,
): { text: string; language: Language } | null {
  for (const each of [language, other]) {
    const text = texts[each];
    if (text) return { text, language: each };
  }
  return null;
}
