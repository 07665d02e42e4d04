import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Language } from '#contract/kernel/languages.ts';
import { namesAndAbbreviations } from '../same-in-english.ts';
import type { Fault, Reading } from './gate.ts';
import { messageOf } from './words-of.ts';

/** The dictionaries by their name in hunspell, and the Debian packages that have them. Finnish inflects too much for hunspell. */
const dictionaries: Record<Language, [dictionary: string, debian: string]> = {
  ar: ['ar', 'hunspell-ar'],
  cs: ['cs_CZ', 'hunspell-cs'],
  de: ['de_DE', 'hunspell-de-de'],
  en: ['en_GB', 'hunspell-en-gb'],
  es: ['es_ES', 'hunspell-es'],
  fi: ['fi', 'libvoikko-dev voikko-fi'],
  fr: ['fr_FR', 'hunspell-fr'],
  hu: ['hu_HU', 'hunspell-hu'],
  it: ['it_IT', 'hunspell-it'],
  no: ['nb_NO', 'hunspell-no'],
  pl: ['pl_PL', 'hunspell-pl'],
  ro: ['ro_RO', 'hunspell-ro'],
  ru: ['ru_RU', 'hunspell-ru'],
  tr: ['tr_TR', 'hunspell-tr'],
};

function checkWords(language: Language, words: string[]) {
  const [dictionary] = dictionaries[language];
  const input = words.join('\n');
  const options = { input, encoding: 'utf8', env: { ...process.env, LC_ALL: 'C.UTF-8' }, maxBuffer: 1 << 26 } as const;
  return language === 'fi'
    ? spawnSync('voikkospell', ['-d', dictionary], options)
    : spawnSync('hunspell', ['-i', 'UTF-8', '-d', dictionary, '-l'], options);
}

/** Undefined where the dictionary is installed, otherwise what to install. */
export function missingDictionary(language: Language): string | undefined {
  const { status } = checkWords(language, ['a']);
  return status === 0 ? undefined : `apt-get install hunspell ${dictionaries[language][1]}`;
}

/** Words that the dictionary of the language does not know. */
export function unknownWords(language: Language, words: string[]): string[] {
  const { stdout } = checkWords(language, words);
  const lines = stdout.split('\n').filter(Boolean);
  if (language !== 'fi') return [...new Set(lines)];
  return lines.filter((line) => line.startsWith('W: ')).map((line) => line.slice(3));
}

const folder = resolve(import.meta.dirname, '../../../locales/spelling');

/** Words that are right and that the dictionary lacks: one a line, as the texts have them. */
export function allowedWords(language: Language): string[] {
  const path = resolve(folder, `${language}.txt`);
  return existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : [];
}

/** Addresses, paths and names of columns. */
const technical = /\S*(?:[@/_#]|\p{L}\.\p{L}|reference,amount)\S*|\b\p{L}+:(?=,)/gu;

/** Words of a language as a dictionary has them: ’ as ', without marks around them. */
const wordsIn = (text: string) =>
  (
    messageOf(text)
      .words.replaceAll(technical, ' ')
      .replaceAll('’', "'")
      .match(/\p{L}[\p{L}\p{M}'-]*/gu) ?? []
  )
    .map((word) => word.replace(/['-]+$/, ''))
    .filter((word) => word.length > 1 && !/^\p{Lu}+s?$/u.test(word));

export const spelling = 'spelling';

/** Words that neither the dictionary nor the list of allowed words has, with the texts that use them. */
export function misspelt({ language, texts, glossary }: Reading): Fault[] {
  const uses = new Map<string, string[]>();
  for (const [key, text] of texts) for (const word of wordsIn(text)) uses.set(word, [...(uses.get(word) ?? []), key]);
  const renderings = Object.values(glossary?.terms ?? {}).flatMap(({ term }) => wordsIn(term));
  const allowed = new Set(
    [...allowedWords(language), ...namesAndAbbreviations, ...renderings].map((word) => word.toLowerCase()),
  );
  return unknownWords(language, [...uses.keys()])
    .filter((word) => !allowed.has(word.toLowerCase()))
    .map((word) => ({ about: word, what: (uses.get(word) ?? []).slice(0, 3).join(', ') }));
}
