import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { z } from 'zod';
import { defaultLanguage, type Language } from '#contract/kernel/languages.ts';
import { readCatalogue } from '../catalogue.ts';
import { readEnglishTerms, readGlossary } from '../glossary.ts';
import { readsInOrder } from './bidi.ts';
import { countsArePlural, explicitBranches, sameEnglish } from './consistency.ts';
import type { Fault, Gate, Reading } from './gate.ts';
import { agreesWithNoValue, arabicForms } from './grammar.ts';
import { numbersAreWritten } from './numbers.ts';
import { register } from './register.ts';
import { forbiddenRenderings, loginInFull, termPerConcept } from './terms.ts';
import { numbersAreValues, typography } from './typography.ts';

export const gates: Gate[] = [
  sameEnglish,
  explicitBranches,
  countsArePlural,
  agreesWithNoValue,
  arabicForms,
  readsInOrder,
  register,
  typography,
  numbersAreValues,
  numbersAreWritten,
  forbiddenRenderings,
  termPerConcept,
  loginInFull,
];

const locales = resolve(import.meta.dirname, '../../../locales');

const terms = readEnglishTerms();

export function readLanguage(language: Language): Reading {
  return {
    language,
    texts: readCatalogue(language),
    english: readCatalogue(defaultLanguage),
    terms,
    glossary: language === defaultLanguage ? undefined : readGlossary(language),
  };
}

/** By name of the gate: what a fault is about, and why it is none. */
const exceptions = z.record(z.string(), z.record(z.string(), z.string().min(10)));

export function readExceptions(language: Language): z.output<typeof exceptions> {
  const path = resolve(locales, 'exceptions', `${language}.json`);
  return existsSync(path) ? exceptions.parse(JSON.parse(readFileSync(path, 'utf8'))) : {};
}

/** How many faults a gate still finds in a language, without exceptions; 0 where it is not named. A number only falls. */
const budgets = z.record(z.string(), z.record(z.string(), z.int().positive()));
export const budgetsPath = resolve(import.meta.dirname, 'budgets.json');

export const readBudgets = () => budgets.parse(JSON.parse(readFileSync(budgetsPath, 'utf8')));

/** Faults of a language that no exception explains. */
export function faultsOf(gate: Gate, reading: Reading): Fault[] {
  const excused = readExceptions(reading.language)[gate.name] ?? {};
  return gate.find(reading).filter(({ about }) => !(about in excused));
}
