import { describe, expect, it } from 'vitest';
import { languages } from '#contract/kernel/languages.ts';
import type { Example, Reading } from './gates/gate.ts';
import { faultsOf, gates, readBudgets, readExceptions, readLanguage } from './gates/index.ts';
import { misspelt, missingDictionary, spelling, unknownWords } from './gates/spelling.ts';

const readings = new Map(languages.map((language) => [language, readLanguage(language)]));
const budgets = readBudgets();

/** An example as a language of its own, with the terms and the glossary of the real one. */
function asReading({ language, texts, english = texts }: Example): Reading {
  const real = readings.get(language) ?? readLanguage(language);
  return { ...real, texts: new Map(Object.entries(texts)), english: new Map(Object.entries(english)) };
}

describe.each(gates)('gate: $name', (gate) => {
  it.each(gate.bad)('objects to %o', (example) => {
    expect(gate.find(asReading(example))).not.toEqual([]);
  });

  it.each(gate.good)('lets pass %o', (example) => {
    expect(gate.find(asReading(example))).toEqual([]);
  });

  describe.each([...readings.values()])('in $language', (reading) => {
    const faults = faultsOf(gate, reading).map(({ about, what }) => `${about}: ${what}`);
    const budget = budgets[gate.name]?.[reading.language] ?? 0;

    it(`${faults.length} faults, at most ${budget}`, () => {
      expect(faults.length > budget ? faults : []).toEqual([]);
    });

    it.runIf(readExceptions(reading.language)[gate.name])('has no idle exceptions', () => {
      const found = new Set(gate.find(reading).map(({ about }) => about));
      expect(
        Object.keys(readExceptions(reading.language)[gate.name] ?? {}).filter((about) => !found.has(about)),
      ).toEqual([]);
    });
  });
});

describe.each([...readings.values()])('spelling in $language', (reading) => {
  const missing = missingDictionary(reading.language);
  const budget = budgets[spelling]?.[reading.language] ?? 0;

  it.skipIf(missing)(`at most ${budget} unknown words${missing ? `. NOT CHECKED, needs ${missing}` : ''}`, () => {
    const words = misspelt(reading).map(({ about, what }) => `${about} (${what})`);
    expect(words.length > budget ? words : []).toEqual([]);
  });

  it.skipIf(missing)('objects to a word that is none', () => {
    expect(unknownWords(reading.language, ['zzqxwv'])).toContain('zzqxwv');
  });
});

describe('exceptions and budgets', () => {
  it('name gates', () => {
    const names = new Set([...gates.map(({ name }) => name), spelling]);
    const named = [...languages.flatMap((language) => Object.keys(readExceptions(language))), ...Object.keys(budgets)];
    expect(named.filter((name) => !names.has(name))).toEqual([]);
  });
});
