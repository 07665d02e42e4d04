import type { Language } from '#contract/kernel/languages.ts';

/** Names that an answer kept ready leaves open. */
export interface CannedNames {
  client: string;
  agent: string;
  number: string;
}

/** In a language, or else in English, or else in any. */
export const inLanguage = (texts: Partial<Record<string, string>>, language: Language): string =>
  texts[language] ?? texts['en'] ?? Object.values(texts)[0] ?? '';

export const filled = (text: string, names: CannedNames): string =>
  text.replaceAll(/\{(client|agent|number)\}/g, (_, name: keyof CannedNames) => names[name]);
