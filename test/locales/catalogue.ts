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

/** What a translator has to know about a text and cannot see in it, by full key. */
export function readContext(): Catalogue {
  const path = resolve(folder, 'context');
  return new Map(
    readdirSync(path).flatMap((file) => {
      const notes: unknown = JSON.parse(readFileSync(resolve(path, file), 'utf8'));
      const module = file.replace(/\.json$/, '');
      return Object.entries(notes as Record<string, string>).map(([key, note]) => [`${module}.${key}`, note] as const);
    }),
  );
}
