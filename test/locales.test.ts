import { describe, expect, it } from 'vitest';
import { defaultLanguage, intlTagOf, languages, type Language } from '#contract/kernel/languages.ts';
import { isProduct } from './rules/rule.ts';
import { projectFiles } from './rules/source.ts';
import { readCatalogue, readContext, modulesOf } from './locales/catalogue.ts';
import { knownForms, neededForms, readMessage, type Message } from './locales/message.ts';
import { mayStayEnglish } from './locales/same-in-english.ts';
import { keysRequestedFor, usageOf } from './locales/usage.ts';

const english = readCatalogue(defaultLanguage);
const translations = languages.filter((language) => language !== defaultLanguage);
const files = projectFiles();

/** Undefined for a text that is no ICU message, which has a test of its own. */
function tryRead(text: string): Message | undefined {
  try {
    return readMessage(text);
  } catch {
    return undefined;
  }
}

/** Complaints about the texts of a language, each beginning with its key. */
function complaints(language: Language, complain: (text: string, key: string) => string | false | undefined): string[] {
  return [...readCatalogue(language)].flatMap(([key, text]) => {
    const complaint = complain(text, key);
    return complaint ? [`${key}: ${complaint}`] : [];
  });
}

/** The specification spells this one out. */
const asSpecified = new Set(['Loading...']);

function untidy(text: string): string | undefined {
  if (asSpecified.has(text)) return undefined;
  if (typeof text !== 'string' || text.trim() === '') return 'empty';
  if (/['"]/.test(text)) return 'straight quotes; write ’ and the quotation marks of the language';
  if (text.includes('...')) return 'three dots; write …';
  if (text !== text.trim() || /[ \u00a0]{2}/.test(text)) return 'stray spaces';
  return undefined;
}

function wrongForms(language: Language, text: string): string | undefined {
  const tag = intlTagOf(language);
  for (const { name, kind, branches } of tryRead(text)?.choices ?? []) {
    if (kind === 'select') {
      if (!branches.includes('other')) return `{${name}} has no other`;
      continue;
    }
    const missing = neededForms(tag, kind).filter((form) => !branches.includes(form));
    const unknown = branches.filter((branch) => !/^=?\d+$/.test(branch) && !knownForms(tag, kind).includes(branch));
    if (missing.length > 0) return `{${name}} lacks ${missing.join(', ')}`;
    if (unknown.length > 0) return `{${name}} has ${unknown.join(', ')}, which the language does not know`;
  }
  return undefined;
}

/** Select blocks with their branches, in an order of their own. */
const selectsOf = ({ choices }: Message) =>
  choices
    .filter(({ kind }) => kind === 'select')
    .map(({ name, branches }) => `${name}: ${branches.toSorted().join(', ')}`)
    .toSorted()
    .join('; ');

const pluralsOf = ({ choices }: Message) =>
  new Set(choices.filter(({ kind }) => kind !== 'select').map(({ name }) => name));

/** Values that a translation leaves out, each with its reason. */
const leftOut: Partial<Record<Language, Record<string, string>>> = {
  cs: { 'emails.greeting': 'Czech calls a person in the vocative, which cannot be derived from a name.' },
};

function unequal(text: string, key: string): string | undefined {
  const [own, source] = [tryRead(text), tryRead(english.get(key) ?? text)];
  if (!own || !source) return undefined;
  const pairs = [
    [own.values.join(' '), source.values.join(' ')],
    [own.tags.join(' '), source.tags.join(' ')],
    [selectsOf(own), selectsOf(source)],
  ];
  const [found, expected] = pairs.find(([mine, theirs]) => mine !== theirs) ?? [];
  if (found !== expected) return `has ${found}, English has ${expected}`;
  const stored = pluralsOf(own);
  const lost = [...pluralsOf(source)].filter((name) => !stored.has(name));
  return lost.length > 0 ? `${lost.join(', ')} is plural in English` : undefined;
}

/** How a text ends, in signs that mean the same in every script. */
const ending = (text: string) =>
  /(?:\.{3}|[.?!:…؟])$/.exec(text.trim())?.[0].replace('؟', '?').replace('...', '…') ?? 'no mark';

describe.each(languages)('texts in %s', (language) => {
  it('consists of ICU messages', () => {
    expect(complaints(language, (text) => !tryRead(text) && text)).toEqual([]);
  });

  it('has every plural form that its grammar needs, and no other', () => {
    expect(complaints(language, (text) => wrongForms(language, text))).toEqual([]);
  });

  it('is typeset', () => {
    expect(complaints(language, untidy)).toEqual([]);
  });
});

describe.each(translations)('translation into %s', (language) => {
  it('has a file for every module', () => {
    expect(modulesOf(language)).toEqual(modulesOf(defaultLanguage));
  });

  it('has the same keys in the same order', () => {
    expect([...readCatalogue(language).keys()]).toEqual([...english.keys()]);
  });

  it('names the same values and tags', () => {
    const exempt = new Set(Object.keys(leftOut[language] ?? {}));
    expect(complaints(language, (text, key) => !exempt.has(key) && unequal(text, key))).toEqual([]);
  });

  it('ends its texts in the same way', () => {
    const differs = (text: string, key: string) =>
      ending(text) !== ending(english.get(key) ?? text) && `ends in ${ending(text)}: ${text}`;
    expect(complaints(language, differs)).toEqual([]);
  });

  it('is translated', () => {
    const isEnglish = (text: string, key: string) =>
      text === english.get(key) && !mayStayEnglish(language, tryRead(text)?.words ?? text) && text;
    expect(complaints(language, isEnglish)).toEqual([]);
  });
});

describe('keys', () => {
  it('are snake_case', () => {
    expect([...english.keys()].filter((key) => !/^[a-z][a-z-]*\.[a-z][a-z0-9]*(_[A-Za-z0-9]+)*$/.test(key))).toEqual(
      [],
    );
  });

  it('are all used', () => {
    const isUsed = usageOf(files);
    expect([...english.keys()].filter((key) => !isUsed(key))).toEqual([]);
  });

  it('exist wherever the code asks for one', () => {
    const input = files.filter(({ path }) => isProduct(path)).flatMap(keysRequestedFor);
    expect(input.filter(({ key }) => !english.has(key)).map(({ where }) => where)).toEqual([]);
  });
});

/** Notes about texts that are gone, and notes that are no sentence. */
const wrongNotes = (notes: ReadonlyMap<string, string>) =>
  [...notes].filter(([key, note]) => !english.has(key) || !/^.{5,}\.$/.test(note)).map(([key]) => key);

describe('context for translators', () => {
  it('is a sentence about a text that exists', () => {
    expect(wrongNotes(readContext())).toEqual([]);
  });

  it('is there for every module', () => {
    const moduleOf = (key: string) => key.split('.')[0];
    const explained = new Set([...readContext().keys()].map(moduleOf));
    expect([...new Set([...english.keys()].map(moduleOf))].filter((each) => !explained.has(each))).toEqual([]);
  });
});

describe('the gate itself', () => {
  it('objects to context without a text, and to one that is no sentence', () => {
    const notes = new Map([
      ['auth.gone', 'Button of a form that is gone.'],
      ['auth.code', 'code'],
      ['auth.email', 'Label of a field.'],
    ]);
    expect(wrongNotes(notes)).toEqual(['auth.gone', 'auth.code']);
  });

  it('knows the plural forms of whole numbers', () => {
    expect(neededForms('en', 'plural')).toEqual(['one', 'other']);
    expect(neededForms('cs', 'plural')).toEqual(['few', 'one', 'other']);
    expect(neededForms('ru', 'plural')).toEqual(['few', 'many', 'one', 'other']);
    expect(neededForms('ar', 'plural')).toEqual(['few', 'many', 'one', 'other', 'two', 'zero']);
    expect(knownForms('fr', 'plural')).toContain('many');
  });

  it('objects to wrong plural forms', () => {
    expect(wrongForms('ru', '{n, plural, one {#} other {#}}')).toContain('few, many');
    expect(wrongForms('de', '{n, plural, one {#} few {#} other {#}}')).toContain('few');
    expect(wrongForms('de', '{n, plural, =0 {0} one {#} other {#}}')).toBeUndefined();
  });

  it('takes a message apart', () => {
    expect(readMessage('{n, plural, one {# <0>account</0>} other {# accounts of {name}}}')).toMatchObject({
      values: ['n', 'name'],
      tags: ['</0>', '<0>'],
      choices: [{ name: 'n', kind: 'plural', branches: ['one', 'other'] }],
    });
    expect(tryRead('{n')).toBeUndefined();
  });

  it('objects to English in a translation, but not to names', () => {
    expect(mayStayEnglish('de', 'Sign in')).toBe(false);
    expect(mayStayEnglish('de', 'IBAN')).toBe(true);
  });

  it('sees straight quotes, dots and spaces', () => {
    expect(["Don't", '"Yes"', 'Wait...', 'a  b', ' a', ''].map(untidy)).not.toContain(undefined);
    expect(untidy('Don’t wait…')).toBeUndefined();
  });

  it('sees which keys the code asks for and which it can reach', () => {
    const file = {
      path: 'src/web/auth/X.tsx',
      text: "t(y ? 'auth.a' : 'auth.b'); const x = { title: 'auth.c' }; refuse('auth.d'); <Rich id=\"auth.e\" />; t(`auth.f_${z}`);",
    };
    expect(keysRequestedFor(file).map(({ key }) => key)).toEqual([
      'auth.a',
      'auth.b',
      'auth.c',
      'errors.auth_d',
      'auth.e',
    ]);
    const isUsed = usageOf([file]);
    expect(['auth.a', 'errors.auth_d', 'auth.f_x', 'auth.g', 'errors.auth_g'].map(isUsed)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});
