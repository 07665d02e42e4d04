import { expect, it } from 'vitest';
import { readingMinutes } from './reading-time.ts';

it.each([
  [0, 1],
  [200, 1],
  [299, 1],
  [300, 2],
  [1000, 5],
])('%i words take %i min', (words, minutes) => {
  expect(readingMinutes('word '.repeat(words))).toBe(minutes);
});
