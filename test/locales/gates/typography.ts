import type { Language } from '#contract/kernel/languages.ts';
import { eachText, type Gate } from './gate.ts';

/** Quotation marks of a language, outer and inner. */
const quotes: Record<Language, string> = {
  ar: '«»“”',
  cs: '„“‚‘',
  de: '„“‚‘',
  en: '“”‘',
  es: '«»“”',
  fi: '”',
  fr: '«»“”',
  hu: '„”»«',
  it: '«»“”',
  no: '«»‘',
  pl: '„”«»',
  ro: '„”«»',
  ru: '«»„“',
  tr: '“”‘',
};

/** Languages that set a dash between words as an em dash. */
const longDash = new Set<Language>(['ru', 'es']);

const everywhere: [RegExp, string][] = [
  [/ …/, 'an ordinary space before the ellipsis'],
  [/\p{L} - \p{L}/u, 'a hyphen for a dash'],
  [/ ,/, 'a space before a comma'],
];

const ofLanguage: Partial<Record<Language, [RegExp, string][]>> = {
  fr: [
    [/ [:;?!»]|« /, 'an ordinary space beside : ; ? ! « »'],
    [
      /[^\s\u00a0\u202f?!…][;?!](?=\s|$)|[\p{L}\p{N}}>](?<!\d):(?=\s|$)|«[^\u00a0\u202f]|[^\u00a0\u202f]»/u,
      'no space beside a mark',
    ],
  ],
  ar: [[/[\u0621-\u064a}][,;?]/u, 'a Latin mark after an Arabic word']],
};

function untypeset(text: string, language: Language): string | undefined {
  const foreign = /[“”„«»‚‘]/gu;
  const mark = (text.match(foreign) ?? []).find((found) => !quotes[language].includes(found));
  if (mark) return `quotation mark ${mark}`;
  if (text.includes('—') && !longDash.has(language)) return 'an em dash';
  if (language === 'ru' && / – /.test(text)) return 'an en dash between words';
  return [...everywhere, ...(ofLanguage[language] ?? [])].find(([pattern]) => pattern.test(text))?.[1];
}

export const typography: Gate = {
  name: 'typography',
  find: eachText((text, _key, { language }) => untypeset(text, language)),
  bad: [
    { language: 'fr', texts: { a: 'Disponible : {amount}' } },
    { language: 'fr', texts: { a: 'Fermer le ticket?' } },
    { language: 'fr', texts: { a: 'Le rôle « finance »' } },
    { language: 'de', texts: { a: 'Die Rolle “Finanzen”' } },
    { language: 'cs', texts: { a: 'Čekejte …' } },
    { language: 'ru', texts: { a: 'Лимит – это сумма' } },
    { language: 'it', texts: { a: 'Il limite - per giorno' } },
    { language: 'ar', texts: { a: 'انتظر, ثم حاول' } },
  ],
  good: [
    {
      language: 'fr',
      texts: { a: 'Disponible\u00a0: {amount}', b: 'Fermer\u202f?', c: 'Le rôle «\u00a0finance\u00a0»', d: '08:00' },
    },
    { language: 'de', texts: { a: 'Die Rolle „Finanzen“', b: 'Bitte warten…' } },
    { language: 'ru', texts: { a: 'Лимит — это сумма', b: '9–18' } },
  ],
};

/** A percent sign is placed by language; a decimal mark follows the number style. Both come with a value. */
const writtenNumber = /[%٪]|(?<![\d.,]|kl\.? |klo )\d+[.,]\d+(?![\d.,]*[.,/]\d|\/)/u;

export const numbersAreValues: Gate = {
  name: 'no percent sign or decimal number',
  find: eachText((text) => writtenNumber.exec(text)?.[0]),
  bad: [
    { language: 'en', texts: { a: 'A fee of {fee}%' } },
    { language: 'de', texts: { a: 'Höchstens 50,00' } },
  ],
  good: [
    {
      language: 'en',
      texts: { a: 'A fee of {fee}', b: 'such as 203.0.113.0/24', c: '4. Source of funds', d: '08:00' },
    },
    { language: 'fi', texts: { a: 'Joka päivä klo 8.00' } },
  ],
};
