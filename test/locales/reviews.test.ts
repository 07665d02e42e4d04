import { describe, expect, it } from 'vitest';
import { defaultLanguage, languages } from '#contract/kernel/languages.ts';
import { readCatalogue } from './catalogue.ts';
import { hashOf, markReviewed, passOf, readVerdicts, wrongVerdicts } from './reviews.ts';

/** Where a wrong word costs money or safety, a third reader has read each text. */
const readThrice = new Set(['auth', 'emails', 'errors', 'legal', 'payments', 'terminal']);
const passNeeded = (key: string) => (readThrice.has(key.split('.')[0] ?? '') ? 3 : 1);

const english = readCatalogue(defaultLanguage);

describe.each(languages.filter((language) => language !== defaultLanguage))('reviews of %s', (language) => {
  const verdicts = readVerdicts(language);

  it('are verdicts on texts that exist', () => {
    expect(wrongVerdicts(verdicts, english)).toEqual([]);
  });

  it('cover each text as it is now', () => {
    const texts = readCatalogue(language);
    const open = [...english.keys()].filter((key) => passOf(key, verdicts, { english, texts }) < passNeeded(key));
    expect(open).toEqual([]);
  });
});

describe('the check of reviews', () => {
  const source = new Map([
    ['auth.email', 'Email'],
    ['auth.code', 'Code'],
  ]);
  const german = new Map([
    ['auth.email', 'E-Mail'],
    ['auth.code', 'Code'],
  ]);

  it('objects to a verdict on a text that is gone, and to one of another shape', () => {
    const verdicts = new Map([
      ['auth.gone', `${hashOf('Gone')} ${hashOf('Weg')} 1`],
      ['auth.email', `${hashOf('Email')} ${hashOf('E-Mail')} 4`],
      ['auth.code', `${hashOf('Code')} ${hashOf('Code')} 3`],
    ]);
    expect(wrongVerdicts(verdicts, source)).toEqual(['auth.gone', 'auth.email']);
  });

  it('loses a verdict when the English text or the translation changes', () => {
    const verdicts = markReviewed(new Map(), new Set(['auth.email']), 2, { english: source, texts: german });
    const pass = (of: string, to: string) =>
      passOf('auth.email', verdicts, { english: new Map([['auth.email', of]]), texts: new Map([['auth.email', to]]) });
    expect([pass('Email', 'E-Mail'), pass('Email address', 'E-Mail'), pass('Email', 'Mail')]).toEqual([2, 0, 0]);
  });

  it('keeps the order of the texts and the highest pass of a text that is unchanged', () => {
    const all = { english: source, texts: german };
    const second = markReviewed(new Map([['auth.gone', 'x']]), new Set(['auth.code']), 2, all);
    const both = markReviewed(second, new Set(['auth.code', 'auth.email']), 1, all);
    expect([...both].map(([key, verdict]) => `${key} ${verdict.at(-1)}`)).toEqual(['auth.email 1', 'auth.code 2']);
  });
});
