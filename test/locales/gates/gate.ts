import type { Language } from '#contract/kernel/languages.ts';
import type { Catalogue } from '../catalogue.ts';
import type { EnglishTerms, Glossary } from '../glossary.ts';

/** A language as a gate reads it. */
export type Reading = {
  language: Language;
  texts: Catalogue;
  english: Catalogue;
  terms: EnglishTerms;
  /** Undefined for English, which explains the terms, and renders none. */
  glossary?: Glossary | undefined;
};

/** A text that breaks a gate. `about` is what an exception names: the key, or what the gate compares. */
export type Fault = { about: string; what: string };

/** A text of one language with its English original, as an example of what a gate objects to or lets pass. */
export type Example = { language: Language; texts: Record<string, string>; english?: Record<string, string> };

/** What a reader of the language would object to, found without one. Each of `bad` breaks the gate, none of `good` does. */
export type Gate = {
  name: string;
  find: (reading: Reading) => Fault[];
  bad: Example[];
  good: Example[];
};

/** Faults of texts that a gate judges one by one. */
export const eachText =
  (judge: (text: string, key: string, reading: Reading) => string | false | undefined) =>
  (reading: Reading): Fault[] =>
    [...reading.texts].flatMap(([key, text]) => {
      const what = judge(text, key, reading);
      return what ? [{ about: key, what: `${what}: ${text}` }] : [];
    });
