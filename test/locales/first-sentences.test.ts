import { expect, it } from 'vitest';
import { languages } from '#contract/kernel/languages.ts';
import { firstSentence } from '#web/platform/i18n/first-sentence.ts';
import { readCatalogue } from './catalogue.ts';

/** Short words before a full stop that are no end of a sentence when a number or a name follows. */
const abbreviated =
  /(?:^|[\s(])(?:approx|bzw|ca|cca|ej|esc|etc|evtl|incl|inkl|kl|klo|max|min|mind|nr|np|p|pl|resp|tel|tj|tzn|tzv|vs|zb|z\.\s?B|д|др|е|напр|руб|т|тыс|эл)\.$/iu;

it('takes the first of several sentences, and the whole text of one', () => {
  expect(firstSentence('Up to 1.5 MB. Without it, the light logo is used.', 'en')).toBe('Up to 1.5 MB.');
  expect(firstSentence('Up to 1.5 MB', 'en')).toBe('Up to 1.5 MB');
  expect(firstSentence('После смены эл. почты. Не сразу.', 'ru')).toBe('После смены эл. почты.');
});

it.each(languages)('finds no abbreviation that would cut the help of a setting short, in %s', (language) => {
  const hints = [...readCatalogue(language)].filter(([key]) => /^settings\..*_hint$/.test(key));
  expect(hints.length).toBeGreaterThan(40);
  const cut = hints.map(([key, text]) => [key, firstSentence(text, language)] as const);
  expect(cut.filter(([, first]) => first.length < 12 || abbreviated.test(first))).toEqual([]);
});
