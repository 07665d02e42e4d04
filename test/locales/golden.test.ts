import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { directionOf, languages } from '#contract/kernel/languages.ts';
import { turnedNumber } from './gates/bidi.ts';
import { goldenPath, goldenText } from './golden.ts';

/** After a change of texts, `npm run locales:golden` writes the files; their difference is what readers will see. */
describe.each(languages)('messages with values in %s', (language) => {
  it('are those that were last read', () => {
    const stored = existsSync(goldenPath(language)) ? readFileSync(goldenPath(language), 'utf8') : '';
    expect(goldenText(language).split('\n')).toEqual(stored.split('\n'));
  });
});

it('shows each plural form and each branch once', () => {
  const lines = goldenText('ru').split('\n');
  const at = lines.indexOf('common.results');
  expect(lines.slice(at + 1, at + 5).every((line) => line.startsWith('  '))).toBe(true);
  expect(lines[at + 5]?.startsWith('  ')).toBe(false);
});

it('keeps each phone number, day and amount in its order between words from right to left', () => {
  const lines = languages.filter((each) => directionOf(each) === 'rtl').flatMap((each) => goldenText(each).split('\n'));
  expect(lines.length).toBeGreaterThan(1000);
  expect(lines.filter((line) => turnedNumber(line))).toEqual([]);
  expect(turnedNumber('الهاتف +44 20 7946 0000')).toBe('+44 20 7946 0000');
});
