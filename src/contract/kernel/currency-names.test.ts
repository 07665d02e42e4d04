import { expect, it } from 'vitest';
import { currencyNamesIn } from './currency-names.ts';
import { intlTagOf, languages } from './languages.ts';
import { knownCurrencies } from './money.ts';

it.each(languages)('every currency has a name in %s', (language) => {
  const nameOf = currencyNamesIn(intlTagOf(language));
  expect(knownCurrencies.filter((code) => nameOf(code) === code)).toEqual([]);
});
