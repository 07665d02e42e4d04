import { setupI18n } from '@lingui/core';
import { expect, it } from 'vitest';
import type { NumberStyle } from '#contract/kernel/constants.ts';
import { intlTagOf, type Language } from '#contract/kernel/languages.ts';
import { textValues } from '#contract/kernel/text/text-values.ts';
import { compileText } from './compile-text.ts';

const files = '{kind, select, own {{name}: } other {}}{count, plural, =0 {none} one {# file} other {# files}}';

function speak(language: Language, numberStyle: NumberStyle, message: string, values: Record<string, string | number>) {
  const messages = { [language]: { key: compileText(language, message) } };
  const i18n = setupI18n({ locale: language, locales: intlTagOf(language), messages });
  return i18n._('key', textValues({ language, numberStyle }, values));
}

it('writes counts in the style of the person', () => {
  const values = { kind: 'own', name: 'Ida', count: 1236 };
  expect(speak('de', 'english', files, values)).toBe('Ida: 1,236 files');
  expect(speak('de', 'language', files, values)).toBe('Ida: 1.236 files');
  expect(speak('de', 'language', files, { ...values, count: 0 })).toBe('Ida: none');
  expect(speak('de', 'language', '{sum, number} of {count, plural, one {#} other {#}}', { sum: 5000, count: 1 })).toBe(
    '5.000 of 1',
  );
});

it('puts each value between isolates where a language runs from right to left', () => {
  expect(speak('ar', 'english', 'مع {phone} <0>{name}</0>', { phone: '+44 20', name: 'Ida' })).toBe(
    'مع \u2068+44 20\u2069 <0>\u2068Ida\u2069</0>',
  );
  expect(speak('ar', 'english', '{count, plural, other {# ملف}}', { count: 3 })).toBe('\u20683\u2069 ملف');
  expect(speak('ar', 'english', 'الفرق: {sum, number}', { sum: '-350.00' })).toBe('الفرق: \u2068−350.00\u2069');
});

it('keeps a word of one character in the line of the next word where typography asks for it', () => {
  const message = 'A v {place} (z {count, plural, one {# karty} other {# karet i <0>z účtu</0>}}) a i o ně';
  const written = 'A\u00a0v\u00a0Brně (z\u00a02 karet i\u00a0<0>z\u00a0účtu</0>) a\u00a0i\u00a0o\u00a0ně';
  expect(speak('cs', 'english', message, { place: 'Brně', count: 2 })).toBe(written);
  expect(speak('en', 'english', 'a {place}', { place: 'Brno' })).toBe('a Brno');
});
