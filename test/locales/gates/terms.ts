import { intlTagOf, type Language } from '#contract/kernel/languages.ts';
import type { EnglishTerms, Glossary } from '../glossary.ts';
import { eachText, type Gate } from './gate.ts';
import { wordsOf } from './words-of.ts';

const patterns = new WeakMap<EnglishTerms, [id: string, pattern: RegExp][]>();

/** Longer terms first: “trading account” is no “account”. */
function patternsOf(terms: EnglishTerms) {
  const made =
    patterns.get(terms) ??
    Object.entries(terms)
      .toSorted(([, a], [, b]) => b.term.length - a.term.length)
      .map(([id, { matches }]): [string, RegExp] => [id, new RegExp(matches, 'giu')]);
  patterns.set(terms, made);
  return made;
}

const found = new WeakMap<EnglishTerms, Map<string, string[]>>();

/** The terms that an English text uses, each word counted for the longest. */
export function termsIn(key: string, source: string, terms: EnglishTerms): string[] {
  const known = found.get(terms) ?? new Map<string, string[]>();
  found.set(terms, known);
  const address = `${key} ${source}`;
  const ids = known.get(address) ?? findTerms(key, source, terms);
  known.set(address, ids);
  return ids;
}

function findTerms(key: string, source: string, terms: EnglishTerms): string[] {
  let left = wordsOf(source, 'en').replaceAll(/\s+/g, ' ').trim();
  return patternsOf(terms).flatMap(([id, pattern]) => {
    const rest = left.replaceAll(pattern, '·');
    if (rest === left || terms[id]?.elsewhere?.includes(key)) return [];
    left = rest;
    return [id];
  });
}

/** Languages that write compounds as one word, in which a term need not come first. */
const compounding = new Set<Language>(['de', 'fi', 'hu', 'no']);

const begins = (words: string, stem: string) => {
  for (let at = words.indexOf(stem); at >= 0; at = words.indexOf(stem, at + 1)) {
    if (!/\p{L}/u.test(words[at - 1] ?? ' ')) return true;
  }
  return false;
};
const has = (words: string, stem: string, language: Language) =>
  compounding.has(language) || language === 'ar' ? words.includes(stem) : begins(words, stem);

const entry = (glossary: Glossary | undefined, id: string) => glossary?.terms[id];

export const termPerConcept: Gate = {
  name: 'the term of the glossary',
  find: eachText((text, key, { language, english, terms, glossary }) => {
    const words = wordsOf(text, intlTagOf(language));
    return termsIn(key, english.get(key) ?? '', terms)
      .filter((id) => entry(glossary, id)?.stems.every((stem) => !words.includes(stem)))
      .map((id) => `${id} is not “${entry(glossary, id)?.term}”`)
      .join(', ');
  }),
  bad: [{ language: 'de', english: { a: 'Your wallet' }, texts: { a: 'Ihre Geldbörse' } }],
  good: [{ language: 'de', english: { a: 'Your wallet', b: 'Hello' }, texts: { a: 'Ihre Wallet', b: 'Guten Tag' } }],
};

/** A rendering that is wrong for one term may be right for another that the text uses as well. */
export const forbiddenRenderings: Gate = {
  name: 'no forbidden rendering',
  find: eachText((text, key, { language, english, terms, glossary }) => {
    const words = wordsOf(text, intlTagOf(language));
    const used = termsIn(key, english.get(key) ?? '', terms);
    const allowed = (id: string) =>
      used.filter((other) => other !== id).flatMap((other) => entry(glossary, other)?.stems ?? []);
    return used
      .flatMap((id) => (entry(glossary, id)?.not ?? []).map((wrong) => ({ id, wrong })))
      .filter(({ id, wrong }) => !allowed(id).some((stem) => stem.includes(wrong)))
      .filter(({ wrong }) => has(words, wrong, language))
      .map(({ id, wrong }) => `${id} as “${wrong}”`)
      .join(', ');
  }),
  bad: [
    { language: 'de', english: { a: 'Two-factor authentication for the company' }, texts: { a: 'Das Haus' } },
    { language: 'es', english: { a: 'Your withdrawal' }, texts: { a: 'Su retiro' } },
    { language: 'fr', english: { a: 'Client tier and verification level' }, texts: { a: 'Niveau de client' } },
  ],
  good: [
    { language: 'de', english: { a: 'The company' }, texts: { a: 'Das Unternehmen' } },
    { language: 'ro', english: { a: 'Transactions and deals' }, texts: { a: 'Operațiuni și tranzacții' } },
  ],
};

const aboutMoney = /^(?:errors\.)?(?:ledger|payments|reconciliation|wallets)[._]/;
const ofMoney = ['wallet', 'trading-account', 'bank-account'];

/** Where a language has one noun for the login and for what holds money, the noun alone may name the wrong one of them. */
export const loginInFull: Gate = {
  name: 'the login in full beside money',
  find: eachText((text, key, { language, english, terms, glossary }) => {
    const { term, whole } = entry(glossary, 'account') ?? {};
    if (!whole) return false;
    const words = wordsOf(text, intlTagOf(language));
    const used = termsIn(key, english.get(key) ?? '', terms);
    const bare = used.includes('account') && !whole.some((stem) => words.includes(stem));
    return bare && (aboutMoney.test(key) || ofMoney.some((id) => used.includes(id))) && `account is not “${term}”`;
  }),
  bad: [
    {
      language: 'fr',
      english: { 'home.a': 'The wallet of your account' },
      texts: { 'home.a': 'Le compte espèces de votre compte' },
    },
    { language: 'de', english: { 'payments.a': 'Account locked' }, texts: { 'payments.a': 'Konto gesperrt' } },
  ],
  good: [
    { language: 'fr', english: { 'home.a': 'Protect your account' }, texts: { 'home.a': 'Protégez votre compte' } },
    { language: 'de', english: { 'payments.a': 'Account locked' }, texts: { 'payments.a': 'Benutzerkonto gesperrt' } },
    { language: 'ru', english: { 'payments.a': 'Account locked' }, texts: { 'payments.a': 'Аккаунт заблокирован' } },
  ],
};
