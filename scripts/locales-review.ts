import { defaultLanguage, isLanguage, languages } from '#contract/kernel/languages.ts';
import { readCatalogue } from '#test/locales/catalogue.ts';
import { markReviewed, passOf, readVerdicts, writeVerdicts, type Pass } from '#test/locales/reviews.ts';

const usage = `npm run locales:review                                       the share reviewed, of each language
npm run locales:review -- stale <language> [module]          texts that no verdict fits
npm run locales:review -- mark <language> <what> <1|2|3>     what: a module, a key, several with commas, or all
npm run locales:review -- tidy                               drops verdicts on texts that are gone
`;

const english = readCatalogue(defaultLanguage);
const translations = languages.filter((language) => language !== defaultLanguage);

function fail(message: string): never {
  process.stderr.write(`${message}\n\n${usage}`);
  process.exit(1);
}

/** A language with its texts and verdicts. */
function open(language = '') {
  if (!isLanguage(language) || language === defaultLanguage) fail(`${language} is no language of translations`);
  return { language, texts: readCatalogue(language), verdicts: readVerdicts(language) };
}

function printShares(): void {
  const percent = (count: number) => `${((100 * count) / english.size).toFixed(1)} %`.padStart(9);
  process.stdout.write(`     reviewed   pass 1   pass 2   pass 3  of ${english.size} texts\n`);
  for (const { language, texts, verdicts } of translations.map(open)) {
    const passes = [...english.keys()].map((key) => passOf(key, verdicts, { english, texts }));
    const shares = [1, 2, 3].map((pass) => passes.filter((reached) => reached === pass).length);
    const all = shares.reduce((sum, share) => sum + share, 0);
    process.stdout.write(`${language}   ${[all, ...shares].map(percent).join('')}\n`);
  }
}

const keysIn = (what: string) => [...english.keys()].filter((key) => key === what || key.startsWith(`${what}.`));

function printStale(name?: string, module?: string): void {
  const { texts, verdicts } = open(name);
  const keys = module === undefined ? [...english.keys()] : keysIn(module);
  const stale = keys.filter((key) => passOf(key, verdicts, { english, texts }) === 0);
  process.stdout.write(stale.map((key) => `${key}\n`).join(''));
}

function mark(name?: string, what = '', pass = ''): void {
  const { language, texts, verdicts } = open(name);
  if (!/^[123]$/.test(pass)) fail(`${pass} is no pass`);
  const keys = new Set(what === 'all' ? english.keys() : what.split(',').flatMap(keysIn));
  if (keys.size === 0) fail(`${what} is no module and no key`);
  writeVerdicts(language, markReviewed(verdicts, keys, Number(pass) as Pass, { english, texts }));
  process.stdout.write(`${keys.size} texts in ${language} at pass ${pass}\n`);
}

function tidy(): void {
  for (const { language, texts, verdicts } of translations.map(open)) {
    if (verdicts.size > 0) writeVerdicts(language, markReviewed(verdicts, new Set(), 1, { english, texts }));
  }
}

const [command, ...given] = process.argv.slice(2);
if (command === undefined) printShares();
else if (command === 'stale') printStale(...given);
else if (command === 'mark') mark(...given);
else if (command === 'tidy') tidy();
else fail(`${command} is no command`);
