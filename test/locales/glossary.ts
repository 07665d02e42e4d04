import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { defaultLanguage, type Language } from '#contract/kernel/languages.ts';

/** What a word means, and how the English texts that use it are found. */
const englishTerm = z.strictObject({
  term: z.string(),
  meaning: z.string(),
  /** A regular expression over an English text. */
  matches: z.string(),
  /** Keys of texts in which the word means something else. */
  elsewhere: z.array(z.string()).optional(),
});

/** How a language says it. */
const translatedTerm = z.strictObject({
  /** As in a dictionary: nominative singular, or infinitive. */
  term: z.string().min(1),
  gender: z.enum(['m', 'f', 'n', 'c']).optional(),
  /** Beginnings of its inflected forms in lower case; each text that uses the word has one of them. */
  stems: z.array(z.string().min(1)).min(1),
  /** Of a term whose noun serves other terms as well: beginnings of the forms that name it in full. */
  whole: z.array(z.string().min(1)).min(1).optional(),
  /** Renderings that are wrong or mean something else, in lower case. */
  not: z.array(z.string().min(1)).optional(),
  /**
   * Who uses the word so: a regulator, an exchange, a broker, a platform or a dictionary. The texts themselves are no
   * source. Where there is none: “Translator’s choice: ” and the reason.
   */
  source: z
    .string()
    .regex(/^(?!.*present catalogue)(?!translator’s choice(?!: .{20}))./isu)
    .min(3),
});

const translated = z.strictObject({
  /** How the reader is addressed, in one English sentence. */
  register: z.string().min(10),
  terms: z.record(z.string(), translatedTerm),
});

export type EnglishTerms = Record<string, z.output<typeof englishTerm>>;
export type Glossary = z.output<typeof translated>;

const folder = resolve(import.meta.dirname, '../../locales/glossary');
const read = (language: Language): unknown => JSON.parse(readFileSync(resolve(folder, `${language}.json`), 'utf8'));

/** The terms that have one rendering in each language. */
export const readEnglishTerms = (): EnglishTerms => z.record(z.string(), englishTerm).parse(read(defaultLanguage));

/** Undefined for a language without a glossary. */
export function readGlossary(language: Language): Glossary | undefined {
  return existsSync(resolve(folder, `${language}.json`)) ? translated.parse(read(language)) : undefined;
}
