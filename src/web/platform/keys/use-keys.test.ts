import { expect, it } from 'vitest';
import { signOf } from './use-keys.ts';

it.each([
  ['a character as it is', { key: 'j', code: 'KeyJ', shiftKey: false }, 'j'],
  ['a name as it is', { key: 'Enter', code: 'Enter', shiftKey: false }, 'Enter'],
  ['another Latin layout by its character', { key: 'a', code: 'KeyQ', shiftKey: false }, 'a'],
  ['Cyrillic by the position', { key: 'о', code: 'KeyJ', shiftKey: false }, 'j'],
  ['Arabic by the position', { key: 'ش', code: 'KeyA', shiftKey: false }, 'a'],
  ['with Shift', { key: 'Ч', code: 'KeyX', shiftKey: true }, 'X'],
  ['Arabic digits', { key: '١', code: 'Digit1', shiftKey: false }, '1'],
  ['the Arabic question mark', { key: '؟', code: 'Slash', shiftKey: true }, '?'],
  ['French digits by the position', { key: 'é', code: 'Digit2', shiftKey: false }, '2'],
  ['what Shift makes of a digit', { key: '!', code: 'Digit1', shiftKey: true }, '!'],
  ['other characters as they are', { key: 'ö', code: 'Semicolon', shiftKey: false }, 'ö'],
])('reads %s', (_, event, sign) => {
  expect(signOf(event)).toBe(sign);
});
