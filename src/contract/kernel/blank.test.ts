import { expect, it } from 'vitest';
import { isBlank } from './blank.ts';
import { writtenText } from './fields.ts';

it.each(['', ' \n', '\u200B', '\u200B\u200D \uFEFF\u2060', '\u00AD\u3164', '\u2800', '\u0000\u200E'])(
  'takes %j for nothing',
  (text) => {
    expect(isBlank(text)).toBe(true);
    expect(writtenText.parse(text)).toBe('');
  },
);

it.each(['.', '0', 'می\u200Cخواهم', '👩\u200D💻', '\u0600'])('leaves %j as it is', (text) => {
  expect(isBlank(text)).toBe(false);
  expect(writtenText.parse(text)).toBe(text);
});
