import { expect, it } from 'vitest';
import { joinedWords } from './joined-words.ts';

it('ends no line at a hyphen beside a single character, and joins no other word', () => {
  expect(joinedWords('<0>E-Mail-Adresse</0>')).toBe('<0>E-\u2060Mail-Adresse</0>');
  expect(joinedWords('s-a, megvan-e?')).toBe('s-\u2060a, megvan-\u2060e?');
  expect(joinedWords('sign-in, A-500001, in-e-out')).toBe('sign-in, A-500001, in-e-out');
});
