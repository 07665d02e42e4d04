import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Language } from '#contract/kernel/languages.ts';
import type { Catalogue } from './catalogue.ts';

/** 1: translated again. 2: read by a second reader who sees only the target text. 3: read again. */
export type Pass = 1 | 2 | 3;

/**
 * The verdicts of a language by full key, each `1f0c2a9b 77e01d4c 2`: a hash of the English text, a hash of the translation, and
 * the pass that it has come through. A verdict holds as long as both hashes fit.
 */
export type Verdicts = Map<string, string>;

type Texts = { english: Catalogue; texts: Catalogue };

const shape = /^[0-9a-f]{8} [0-9a-f]{8} [123]$/;
const folder = resolve(import.meta.dirname, '../../locales/reviews');
const fileOf = (language: Language) => resolve(folder, `${language}.json`);

/** The first eight hex digits of a text's SHA-256. */
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8);

export function readVerdicts(language: Language): Verdicts {
  if (!existsSync(fileOf(language))) return new Map();
  const verdicts: unknown = JSON.parse(readFileSync(fileOf(language), 'utf8'));
  return new Map(Object.entries(verdicts as Record<string, string>));
}

export function writeVerdicts(language: Language, verdicts: Verdicts): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(fileOf(language), `${JSON.stringify(Object.fromEntries(verdicts), null, 2)}\n`);
}

/** Verdicts on texts that are gone, and verdicts of another shape. */
export const wrongVerdicts = (verdicts: Verdicts, english: Catalogue): string[] =>
  [...verdicts].filter(([key, verdict]) => !english.has(key) || !shape.test(verdict)).map(([key]) => key);

/** The pass that a text has come through as it is now; 0 for none. */
export function passOf(key: string, verdicts: Verdicts, { english, texts }: Texts): Pass | 0 {
  const verdict = verdicts.get(key) ?? '';
  const hashes = `${hashOf(english.get(key) ?? '')} ${hashOf(texts.get(key) ?? '')} `;
  return verdict.startsWith(hashes) ? (Number(verdict.at(-1)) as Pass) : 0;
}

/** The verdicts with `keys` at `pass` or higher, in the order of the English texts. Verdicts on texts that are gone fall out. */
export function markReviewed(verdicts: Verdicts, keys: ReadonlySet<string>, pass: Pass, { english, texts }: Texts) {
  const entries = [...english].flatMap(([key, source]): [string, string][] => {
    const verdict = verdicts.get(key);
    if (!keys.has(key)) return verdict === undefined ? [] : [[key, verdict]];
    const reached = Math.max(pass, passOf(key, verdicts, { english, texts }));
    return [[key, `${hashOf(source)} ${hashOf(texts.get(key) ?? '')} ${reached}`]];
  });
  return new Map(entries);
}
