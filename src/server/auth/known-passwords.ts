import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Config } from '#server/platform/config/config.ts';
import { minWordLength, readFilter, spelled, type PasswordFilter } from './passwords/filter.ts';

/** In the sources the list is next to this file; in the bundle, this file is part of the server's. */
const folder = import.meta.url.endsWith('.ts') ? './' : './auth/';
const shipped = fileURLToPath(new URL(`${folder}known-passwords.bloom`, import.meta.url));

const filters = new Map<string, PasswordFilter>();

/**
 * The list of known passwords of this installation, read once.
 * @throws Error when the operator's own list cannot be read
 */
export function readKnownPasswords({ passwordFilterFile }: Pick<Config, 'passwordFilterFile'>): PasswordFilter {
  const path = passwordFilterFile ?? shipped;
  const known = filters.get(path);
  if (known) return known;
  try {
    const filter = readFilter(readFileSync(path));
    filters.set(path, filter);
    return filter;
  } catch (error) {
    throw new Error(`PASSWORD_FILTER_FILE: ${path} ${(error as Error).message}`, { cause: error });
  }
}

/** Cracking programs also try a known word with a few digits or symbols around it: `Password2024!`. */
const decorated = /^\P{L}{0,2}(.*?)\P{L}{0,5}$/su;

/** Whether the password, or the word inside its digits and symbols, is on the list, with or without its capitals. */
export function isKnownPassword(filter: PasswordFilter, password: string): boolean {
  const typed = spelled(password);
  const lower = typed.toLowerCase();
  const [, word = ''] = decorated.exec(lower) ?? [];
  return [typed, lower, word].some((one) => one.length >= minWordLength && filter.has(one));
}
