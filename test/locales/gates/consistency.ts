import { eachText, type Gate } from './gate.ts';
import { messageOf } from './words-of.ts';

/** Two renderings of one English text are drift, unless grammar asks for both. */
export const sameEnglish: Gate = {
  name: 'same English, same translation',
  find({ texts, english }) {
    const renderings = new Map<string, Map<string, string>>();
    for (const [key, source] of english) {
      const text = texts.get(key);
      if (text === undefined) continue;
      const of = renderings.get(source) ?? new Map<string, string>();
      renderings.set(source, of.set(text, of.has(text) ? `${of.get(text)}, ${key}` : key));
    }
    return [...renderings]
      .filter(([, of]) => of.size > 1)
      .map(([about, of]) => ({ about, what: [...of].map(([text, keys]) => `“${text}” (${keys})`).join(' ') }));
  },
  bad: [{ language: 'de', english: { a: 'Code', b: 'Code' }, texts: { a: 'Code', b: 'Kennung' } }],
  good: [{ language: 'de', english: { a: 'Code', b: 'Code' }, texts: { a: 'Code', b: 'Code' } }],
};

/** Arabic has a form for zero, which serves as well. */
const serves = (branches: string[], branch: string) =>
  branches.includes(branch) || (branch === '0' && branches.includes('zero'));

/** A sentence for no or for exactly two things says something of its own. */
export const explicitBranches: Gate = {
  name: 'branches for exact numbers',
  find: eachText((text, key, { english }) => {
    const own = messageOf(text).choices;
    const lost = messageOf(english.get(key) ?? '')
      .choices.filter(({ kind }) => kind !== 'select')
      .flatMap(({ name, branches }) =>
        branches
          .filter((branch) => /^\d+$/.test(branch))
          .filter((branch) => !own.some((choice) => choice.name === name && serves(choice.branches, branch)))
          .map((branch) => `{${name}} lacks =${branch}`),
      );
    return lost.join(', ');
  }),
  bad: [
    {
      language: 'de',
      english: { a: '{n, plural, =0 {None} one {# file} other {# files}}' },
      texts: { a: '{n, plural, one {# Datei} other {# Dateien}}' },
    },
  ],
  good: [
    {
      language: 'ar',
      english: { a: '{n, plural, =0 {None} one {#} other {#}}' },
      texts: { a: '{n, plural, zero {لا شيء} one {#} two {#} few {#} many {#} other {#}}' },
    },
  ],
};

/** Names of values that count things. */
const counts =
  'count|max|min|quantity|requested|allotted|quota|rows|all|days|hours|minutes|rules|transactions|postings';
/** Lots may be fractions: “0.1 lots”. */
const countedNoun = new RegExp(`\\{(?:${counts})(?:, number)?\\}(?:</\\d>)? (?!lots\\b|(?:is|has|was)\\b)[a-z]+s\\b`);

/** “1 files”, in English; translations follow, as they keep the plurals of English. */
export const countsArePlural: Gate = {
  name: 'counts are plurals',
  find: eachText((text, _key, { language }) => language === 'en' && countedNoun.exec(text)?.[0]),
  bad: [
    { language: 'en', texts: { a: 'You have {count} files.' } },
    { language: 'en', texts: { a: '{sent} of {all} invitations sent' } },
  ],
  good: [
    {
      language: 'en',
      texts: { a: '{n, plural, one {# file} other {# files}}', b: '{name} is typing…', c: 'Up to {max} lots' },
    },
  ],
};
