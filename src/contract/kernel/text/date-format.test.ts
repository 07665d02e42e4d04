import { expect, it } from 'vitest';
import type { Language } from '../languages.ts';
import { dateFormat } from './date-format.ts';

const first = new Date('2026-12-01T07:30:00Z');
const style = { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' } as const;

it('ends no line inside a date or a time, only between the two', () => {
  const written = (['en', 'cs', 'ar'] as Language[]).map((language) => dateFormat(language, style)(first));
  expect(written).toEqual([
    '1\u00a0Dec\u00a02026, 07:30',
    '1.\u00a012.\u00a02026\u00a07:30',
    '01\u200f/12\u200f/2026، 7:30\u00a0ص',
  ]);
});

it('writes the first of a month as French does, and no other day', () => {
  const at = (day: number) =>
    dateFormat('fr', { ...style, dateStyle: 'long' })(new Date(Date.UTC(2026, 11, day, 1, 1)));
  expect([at(1), at(11), at(21)].map((text) => text.replaceAll('\u00a0', ' '))).toEqual([
    '1er décembre 2026 à 01:01',
    '11 décembre 2026 à 01:01',
    '21 décembre 2026 à 01:01',
  ]);
});
