import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Language } from '#contract/kernel/languages.ts';

/** The texts of a language by full key, `auth.login_title`, in the order of the files. */
export type Catalogue = Map<string, string>;

const folder = resolve(import.meta.dirname, '../../locales');

/** The modules that a language has a file for. */
export function modulesOf(language: Language): string[] {
  const path = resolve(folder, language);
  return existsSync(path) ? readdirSync(path).map((name) => name.replace(/\.json$/, '')) : [];
}

export function readCatalogue(language: Language): Catalogue {
  return new Map(
    modulesOf(language).flatMap((module) => {
      const texts: unknown = JSON.parse(readFileSync(resolve(folder, language, `${module}.json`), 'utf8'));
      return Object.entries(texts as Record<string, string>).map(([key, text]) => [`${module}.${key}`, text] as const);
    }),
  );
}
