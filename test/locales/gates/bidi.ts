import bidiFactory from 'bidi-js';
import { directionOf } from '#contract/kernel/languages.ts';
import { eachText, type Gate } from './gate.ts';

const bidi = bidiFactory();

/** What a reader sees from left to right, without invisible marks. */
export function asSeen(text: string): string {
  const levels = bidi.getEmbeddingLevels(text, 'rtl');
  const order = bidi.getReorderedIndices(text, levels);
  return order
    .map((index) => text[index])
    .join('')
    .replaceAll(/[\u200e\u200f\u2066-\u2069]/g, '');
}

/** A phone number, a day, an amount, a network, a range: what is read from left to right in every script. */
const leftToRight = /[+−-]?\d[\d.,:/\-–\u00a0 ]*\d|[+−-]\d+/gu;

/** Values in a text stand between isolates, and are judged where they are made; this judges what the text itself holds. */
const withValues = (text: string) =>
  text.replaceAll(/<\/?\d>/g, '').replaceAll(/\{\w+(?:, number)?\}/g, '\u2068Anna\u2069');

/** The first number that a reader would see turned round. */
export function turnedNumber(text: string): string | undefined {
  const seen = asSeen(text);
  return (text.match(leftToRight) ?? []).find((number) => !seen.includes(number));
}

export const readsInOrder: Gate = {
  name: 'numbers read in order',
  find: eachText((text, _key, { language }) => directionOf(language) === 'rtl' && turnedNumber(withValues(text))),
  bad: [
    { language: 'ar', texts: { a: 'مع رمز البلد، مثل +44 20 7946 0000' } },
    { language: 'ar', texts: { a: 'التاريخ مثل 2026-03-31' } },
  ],
  good: [
    {
      language: 'ar',
      texts: { a: 'مع رمز البلد، مثل \u2066+44 20 7946 0000\u2069', b: 'خلال 30 يومًا', c: '{min} إلى {max}' },
    },
  ],
};
