import { expect, test } from 'vitest';
import { holds } from './text-match.ts';

test.each([
  ['an empty wish', '', ['anything'], true],
  ['spaces alone', '  ', ['anything'], true],
  ['part of a word', 'tida', ['Halden Tidal Energy'], true],
  ['words in another order', 'energy halden', ['Halden Tidal Energy'], true],
  ['words from different texts', 'novak transfer', ['Tomáš Novák', 'Bank transfer'], true],
  ['marks in the wish only', 'NOVÁK', ['Novak'], true],
  ['a word that is missing', 'halden oil', ['Halden Tidal Energy'], false],
  ['Arabic with and without its vowels', 'مرحبا', ['مَرْحَبًا'], true],
])('%s', (_, wish, texts, found) => {
  expect(holds(wish, ...texts)).toBe(found);
});

test('an absent text holds nothing', () => {
  expect(holds('null', null)).toBe(false);
});
