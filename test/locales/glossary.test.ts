import { describe, expect, it } from 'vitest';
import { defaultLanguage, languages } from '#contract/kernel/languages.ts';
import { readCatalogue } from './catalogue.ts';
import { forbiddenRenderings } from './gates/terms.ts';
import { readEnglishTerms, readGlossary } from './glossary.ts';

const english = readEnglishTerms();
const source = readCatalogue(defaultLanguage);
const texts = [...source.values()];

/** Pairs that a reader has to keep apart: no word of a language serves both. */
const apart = [
  ['tier', 'verification-level'],
  ['account', 'wallet'],
  ['account', 'trading-account'],
  ['account', 'bank-account'],
  ['wallet', 'trading-account'],
  ['application', 'ticket'],
  ['balance', 'equity'],
  ['bid', 'ask'],
  ['administrator', 'personal-manager'],
] as const;

describe('the glossary', () => {
  it('names terms that the English texts use', () => {
    const unused = Object.entries(english)
      .filter(([, { matches }]) => !texts.some((text) => new RegExp(matches, 'iu').test(text)))
      .map(([id]) => id);
    expect(unused).toEqual([]);
  });

  it('excepts texts that exist and hold the word', () => {
    const idle = Object.values(english).flatMap(({ matches, elsewhere = [] }) =>
      elsewhere.filter((key) => !new RegExp(matches, 'iu').test(source.get(key) ?? '')),
    );
    expect(idle).toEqual([]);
  });

  describe.each(languages.filter((language) => language !== defaultLanguage))('in %s', (language) => {
    const glossary = readGlossary(language);

    it.runIf(glossary)('renders each term, and nothing else', () => {
      expect(Object.keys(glossary?.terms ?? {}).toSorted()).toEqual(Object.keys(english).toSorted());
    });

    it.runIf(glossary)('finds each rendering by its own stems', () => {
      const lost = Object.entries(glossary?.terms ?? {})
        .filter(([, { term, stems }]) => !stems.some((stem) => term.toLocaleLowerCase(language).includes(stem)))
        .map(([id]) => id);
      expect(lost).toEqual([]);
    });

    it.runIf(glossary)('forbids renderings that the gate finds', () => {
      const unseen = Object.entries(glossary?.terms ?? {}).flatMap(([id, { not = [] }]) => {
        const terms = { [id]: { term: id, meaning: id, matches: id } };
        const found = (text: string) => {
          const texts = new Map([['a', text]]);
          return forbiddenRenderings.find({ language, texts, english: new Map([['a', id]]), terms, glossary });
        };
        return not.filter((wrong) => found(wrong).length === 0).map((wrong) => `${id}: ${wrong}`);
      });
      expect(unseen).toEqual([]);
    });

    it.runIf(glossary)('forbids no rendering that it gives', () => {
      const forbidden = Object.entries(glossary?.terms ?? {}).filter(([, { term, not = [] }]) =>
        not.some((wrong) => ` ${term.toLocaleLowerCase(language)} `.includes(wrong)),
      );
      expect(forbidden.map(([id]) => id)).toEqual([]);
    });

    it.runIf(glossary)('names the login in full where its noun serves wallets or trading accounts', () => {
      const { account } = glossary?.terms ?? {};
      const others = ['wallet', 'trading-account'].map((id) => glossary?.terms[id]?.term.toLocaleLowerCase(language));
      const shared = account?.stems.some((stem) => others.some((other) => other?.includes(stem)));
      expect(account?.whole !== undefined).toBe(shared);
    });

    it.runIf(glossary)('has a word of its own for what a reader has to keep apart', () => {
      const shared = apart.filter(([one, other]) => {
        const [a, b] = [glossary?.terms[one], glossary?.terms[other]];
        return a && b && a.term.toLocaleLowerCase(language) === b.term.toLocaleLowerCase(language);
      });
      expect(shared).toEqual([]);
    });
  });
});
