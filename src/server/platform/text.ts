import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setupI18n, type I18n } from '@lingui/core';
import { defaultNumberStyle } from '#contract/kernel/constants.ts';
import { intlTagOf, isLanguage, languages, type Language } from '#contract/kernel/languages.ts';
import { textValues } from '#contract/kernel/text/text-values.ts';
import { compileText } from './formats/compile-text.ts';

type Compiled = Record<string, ReturnType<typeof compileText>>;

/** Every text of the product. The JSON files are read at start, so an edited text needs no build. */
export interface Catalogues {
  /** Changes with any text; part of the address under which browsers cache a catalogue. */
  version: string;
  /** The messages of one file by full key, compiled; undefined for a file that does not exist. */
  module(language: Language, module: string): Compiled | undefined;
  /**
   * `text('de', 'errors.auth_credentials', { … })`. An unknown key is a defect. Numbers among the values are written in the
   * product's style, unless they come with {@link textValues} of a reader.
   */
  text: Text;
}

export type Text = (language: Language, key: string, params?: Record<string, unknown>) => string;

/** The texts in a folder, which a process reads and compiles once, however many servers it starts. */
export const readCatalogues = memoized(read);

function read(folder: string): Catalogues {
  const version = createHash('sha256');
  const files = new Map<string, string>();
  for (const language of languages) {
    for (const file of readdirSync(join(folder, language)).toSorted()) {
      const content = readFileSync(join(folder, language, file), 'utf8');
      version.update(content);
      files.set(`${language}/${file.replace(/\.json$/, '')}`, content);
    }
  }
  const module = memoized((address: string) => {
    const content = files.get(address);
    return content === undefined ? undefined : compile(address, content);
  });
  const modulesOf = (language: Language) => [...files.keys()].filter((address) => address.startsWith(`${language}/`));
  const open = memoized((language: Language): I18n => {
    const messages = Object.assign({}, ...modulesOf(language).map(module)) as Compiled;
    return setupI18n({ locale: language, locales: intlTagOf(language), messages: { [language]: messages } });
  });
  return {
    version: version.digest('hex').slice(0, 12),
    module: (language, name) => module(`${language}/${name}`),
    text(language, key, params = {}) {
      const text = open(language)._(key, textValues({ language, numberStyle: defaultNumberStyle }, params));
      if (text === key) throw new Error(`no text ${key} in ${language}`);
      return text;
    },
  };
}

function compile(address: string, content: string): Compiled {
  const [language, module] = address.split('/') as [Language, string];
  const messages = Object.entries(JSON.parse(content) as Record<string, string>);
  return Object.fromEntries(messages.map(([key, message]) => [`${module}.${key}`, compileText(language, message)]));
}

function memoized<K, V>(make: (key: K) => V): (key: K) => V {
  const made = new Map<K, V>();
  return (key) => {
    if (!made.has(key)) made.set(key, make(key));
    return made.get(key) as V;
  };
}

/** Norwegian arrives as Bokmål or Nynorsk. */
const aliases: Record<string, Language> = { nb: 'no', nn: 'no' };

/** The first of our languages that an Accept-Language header accepts, by its weights. */
export function acceptedLanguage(header: string | undefined): Language | undefined {
  const preferences = (header ?? '').slice(0, 500).split(',').map(readInput);
  return preferences
    .filter((preference) => preference.weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map((preference) => preference.code)
    .find(isLanguage);
}

function readInput(part: string): { code: string; weight: number } {
  const [tag = '', ...settings] = part.trim().toLowerCase().split(';');
  const weight = settings.map((setting) => /^\s*q=([\d.]+)$/.exec(setting)?.[1]).find(Boolean);
  const code = tag.split('-')[0] ?? '';
  return { code: aliases[code] ?? code, weight: weight === undefined ? 1 : Number(weight) };
}
