import { expect, it } from 'vitest';
import { languages } from '#contract/kernel/languages.ts';
import { firstSentence } from '#web/platform/i18n/first-sentence.ts';
import { readCatalogue } from './catalogue.ts';

it('takes the first of several sentences, and the whole text of one', () => {
  expect(firstSentence('Up to 1.5 MB. Without it, the light logo is used.')).toBe('Up to 1.5 MB.');
  expect(firstSentence('Up to 1.5 MB')).toBe('Up to 1.5 MB');
});

it.each(languages)('finds no abbreviation that would cut the help of a setting short, in %s', (language) => {
  const hints = [...readCatalogue(language)].filter(([key]) => /^settings\..*_hint$/.test(key));
  expect(hints.length).toBeGreaterThan(40);
  expect(hints.filter(([, text]) => firstSentence(text).length < 10)).toEqual([]);
});
