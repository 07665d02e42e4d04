import { writeFileSync } from 'node:fs';
import { isLanguage, languages } from '#contract/kernel/languages.ts';
import type { Fault, Reading } from '#test/locales/gates/gate.ts';
import { budgetsPath, faultsOf, gates, readBudgets, readLanguage } from '#test/locales/gates/index.ts';
import { misspelt, missingDictionary, spelling } from '#test/locales/gates/spelling.ts';

const usage = `npm run locales:gates                               how many faults each gate finds in each language
npm run locales:gates -- <language> [words]         the faults of a language, of the gates whose name holds the words
npm run locales:gates -- tighten                    lowers the budgets to what is left
`;

const readings = () => languages.map(readLanguage);

/** Every check by name. Spelling finds nothing where a dictionary is missing, and says so. */
const checks: { name: string; faults: (reading: Reading) => Fault[] }[] = [
  ...gates.map((gate) => ({ name: gate.name, faults: (reading: Reading) => faultsOf(gate, reading) })),
  { name: spelling, faults: (reading) => (missingDictionary(reading.language) ? [] : misspelt(reading)) },
];

function warnOfMissingDictionaries(): void {
  for (const language of languages) {
    const missing = missingDictionary(language);
    if (missing) process.stderr.write(`spelling in ${language} is not checked: ${missing}\n`);
  }
}

function printTable(): void {
  const all = readings();
  process.stdout.write(`${''.padEnd(46)}${all.map(({ language }) => language.padStart(5)).join('')}\n`);
  for (const { name, faults } of checks) {
    const counts = all.map((reading) => String(faults(reading).length).padStart(5));
    process.stdout.write(`${name.padEnd(46)}${counts.join('')}\n`);
  }
  warnOfMissingDictionaries();
}

function printFaults(language: string, words: string): void {
  if (!isLanguage(language)) throw new Error(usage);
  const reading = readLanguage(language);
  for (const { name, faults } of checks.filter((check) => check.name.includes(words))) {
    for (const { about, what } of faults(reading)) process.stdout.write(`${name} | ${about} | ${what}\n`);
  }
}

/** A missing dictionary keeps the budget of its language. */
function tighten(): void {
  const all = readings();
  const before = readBudgets();
  const lowered = checks.flatMap(({ name, faults }) => {
    const left = all.flatMap((reading): [string, number][] => {
      const budget = before[name]?.[reading.language] ?? 0;
      const kept = name === spelling && missingDictionary(reading.language);
      const count = kept ? budget : Math.min(faults(reading).length, budget);
      return count > 0 ? [[reading.language, count]] : [];
    });
    return left.length > 0 ? [[name, Object.fromEntries(left)] as const] : [];
  });
  writeFileSync(budgetsPath, `${JSON.stringify(Object.fromEntries(lowered), null, 2)}\n`);
}

const [command, words = ''] = process.argv.slice(2);
if (command === undefined) printTable();
else if (command === 'tighten') tighten();
else printFaults(command, words);
