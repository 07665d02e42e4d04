import type { Language } from '#contract/kernel/languages.ts';
import { eachText, type Gate } from './gate.ts';

const close = '\\}(?:</\\d>)?';
const amounts = '\\{(?:amount|held|released|paid|taken|refunded|due|fee|total|left|money|missing|shortfall)\\w*\\}';

/** What no value can agree with: its first sound, its last vowel, its number and its gender are unknown. */
const againstValues: Partial<Record<Language, RegExp[]>> = {
  // The article depends on the first sound: a Duna, az Alpok, az 500 001.
  hu: [/(?<!\p{L})[Aa]z? (?:<\d>)?\{(?!\w+, (?:plural|select))/u, new RegExp(`${close}-\\p{L}`, 'u')],
  // “Le palier d’Anna”, “le niveau qu’Ida a atteint”.
  fr: [/(?<!\p{L})(?:de|le|que) (?:<\d>)?\{(?:app|author|by|client|code|issuer|label|name|offering|symbol|title)\}/iu],
  fi: [new RegExp(`${close}:\\p{L}`, 'u')],
  tr: [new RegExp(`${close}[’']\\p{L}`, 'u')],
  // “100,00 lei blocați”, “100,00 GBP blocate”.
  ro: [
    new RegExp(
      `${amounts}(?:</\\d>)? (?:(?:sunt|au|fost|vor|fi|rămân|din|nou) )*(?:\\p{L}{3,}[aiu]ți|disponibili|liberi)(?!\\p{L})`,
      'u',
    ),
  ],
};

const gluedCharacter = new RegExp(`${close}\\p{L}`, 'u');

export const agreesWithNoValue: Gate = {
  name: 'no article, suffix or participle at a value',
  find: eachText((text, _key, { language }) =>
    [gluedCharacter, ...(againstValues[language] ?? [])].map((pattern) => pattern.exec(text)?.[0]).find(Boolean),
  ),
  bad: [
    { language: 'hu', texts: { a: 'A {number} jelentkezés lezárult' } },
    { language: 'hu', texts: { a: 'A keret {times}-szerese' } },
    { language: 'fi', texts: { a: '{name}:n tili' } },
    { language: 'tr', texts: { a: '{name}’in hesabı' } },
    { language: 'ro', texts: { a: '{amount} sunt blocați pentru cerere' } },
    { language: 'de', texts: { a: '{name}s Konto' } },
    { language: 'fr', texts: { a: 'Niveau de {name}' } },
    { language: 'fr', texts: { a: 'le contrat que {app} conclut' } },
  ],
  good: [
    { language: 'hu', texts: { a: 'A(z) {number} számú jegyzés', b: 'A {n, plural, one {# fájl} other {# fájl}}' } },
    { language: 'ro', texts: { a: 'Sumă blocată: {amount}' } },
    { language: 'fr', texts: { a: 'Niveau : {name}', b: 'depuis le {date}', c: 'retrait de {amount}' } },
    { language: 'tr', texts: { a: '{email} adresine', b: '<0>{name}</0> onayladı' } },
  ],
};

/** After غير comes the genitive, and a tanwin stands before its alif. */
const wrongArabic = /غير \p{L}+(?:تان|وان|يان|ءان)(?!\p{L})|\u0627\u064b/u;

export const arabicForms: Gate = {
  name: 'Arabic dual and tanwin',
  find: eachText((text, _key, { language }) => language === 'ar' && wrongArabic.exec(text)?.[0]),
  bad: [
    { language: 'ar', texts: { a: 'رسالتان غير مقروءتان' } },
    { language: 'ar', texts: { a: 'حالي\u0627\u064b' } },
  ],
  good: [{ language: 'ar', texts: { a: 'رسالتان غير مقروءتين', b: 'حالي\u064b\u0627' } }],
};
