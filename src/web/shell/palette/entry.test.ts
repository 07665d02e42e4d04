import { describe, expect, it } from 'vitest';
import { fitting, type Entry } from './entry.ts';

const entry = (label: string, group: Entry['group'] = 'screens', detail?: string): Entry => ({
  id: label,
  group,
  label,
  ...(detail === undefined ? {} : { detail }),
  action() {},
});
const entries = [
  entry('Einzahlung'),
  entry('Meine Zahlungen'),
  entry('Zahlungen'),
  entry('Abmelden', 'actions'),
  entry('USD', 'own', 'Wallet 1,200.00'),
  entry('Türkçe', 'actions'),
  entry('Árpád Őszi', 'clients', 'arpad@example.com'),
];
const found = (typed: string) => fitting(entries, typed).map(({ label }) => label);

describe('what matches', () => {
  it('is everything when nothing is typed, group by group', () => {
    expect(found(' ')).toEqual([
      'Einzahlung',
      'Meine Zahlungen',
      'Zahlungen',
      'USD',
      'Árpád Őszi',
      'Abmelden',
      'Türkçe',
    ]);
  });

  it('puts a match at the start before one inside', () => {
    expect(found('zahl')).toEqual(['Zahlungen', 'Einzahlung', 'Meine Zahlungen']);
  });

  it('needs neither capitals nor accents, and takes words in any order', () => {
    expect(found('turkce')).toEqual(['Türkçe']);
    expect(found('oszi arp')).toEqual(['Árpád Őszi']);
    expect(found('1,200 usd')).toEqual(['USD']);
  });

  it('is also what the server found by its own rules', () => {
    expect(found('allotments')).toEqual([]);
    expect(
      fitting([...entries, { ...entry('How an allotment works', 'articles'), found: true }], 'allotments'),
    ).toEqual([expect.objectContaining({ label: 'How an allotment works' })]);
  });

  it('is nothing where a word is missing', () => {
    expect(found('zahl usd')).toEqual([]);
  });
});
