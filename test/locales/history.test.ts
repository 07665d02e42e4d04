import { expect, it } from 'vitest';
import { languages } from '#contract/kernel/languages.ts';
import { readCatalogue } from './catalogue.ts';

it.each(languages)('%s says in the same words who did a step of a payment and of an application', (language) => {
  const texts = readCatalogue(language);
  for (const by of ['client', 'staff', 'system'])
    expect(texts.get(`payments.by_${by}`)).toBe(texts.get(`ipo.by_${by}`));
});
