import { describe, expect, it } from 'vitest';
import { ratioOf, summarise } from '../allotment-summary.ts';
import { basisHead, basisLines, readBasisFile, type BasisFacts, type BasisRow } from './basis-file.ts';

const facts: BasisFacts = {
  ticker: 'ACME',
  method: 'tier_weighted',
  quota: 1000,
  lotSize: 10,
  currency: 'USD',
  finalPrice: '20.00',
  commitment: 'a'.repeat(64),
  seed: 'b'.repeat(64),
  hasSecrets: true,
  inputsSha256: 'c'.repeat(64),
  resultSha256: 'd'.repeat(64),
  weights: { standard: 100, silver: 125, gold: 150, platinum: 200, vip: 300 },
};
const rows: BasisRow[] = [
  {
    number: '500001',
    tier: 'gold',
    requested: 200,
    limitMet: true,
    counted: 200,
    allotted: 30,
    secret: 'e'.repeat(64),
  },
  {
    number: '500002',
    tier: 'standard',
    requested: 100,
    limitMet: false,
    counted: 0,
    allotted: 0,
    secret: 'f'.repeat(64),
  },
];
/** Good enough for a test: the length. */
const checkOf = (cells: string) => `${cells.length}`.padStart(12, '0');
const file = basisHead(facts) + basisLines(rows, checkOf);

describe('the file of a basis of allotment', () => {
  it('reads as it was written, whichever program saved it', () => {
    expect(readBasisFile(file, checkOf)).toEqual({ facts, rows });
    expect(readBasisFile(file, null)).toEqual({ facts, rows });
    expect(readBasisFile(`\uFEFF${file.replaceAll('\r\n', '\n')}`, checkOf)).toEqual({ facts, rows });
  });

  it('of an offering that is drawn by application number has no secrets', () => {
    const earlier = { ...facts, hasSecrets: false };
    const without = rows.map((row) => ({ ...row, secret: null }));
    const text = basisHead(earlier) + basisLines(without, checkOf);
    expect(text).toContain('#basis of allotment,2\r\n');
    expect(readBasisFile(text, checkOf)).toEqual({ facts: earlier, rows: without });
  });

  it.each([
    [file.replace(`,${'f'.repeat(64)}`, ''), 'line 19 is no row of it: 500002'],
    [file.replace('#basis', '#something'), 'no basis of allotment'],
    [file.replace('#quota,1000', '#quota,many'), 'its quota is missing or wrong'],
    [file.replace('#weight gold,150\r\n', ''), 'its weight gold is missing'],
    [file.replace('500002,standard', '500002,lead'), 'line 19 is no row of it: 500002,lead'],
    [file.replace('500001,gold,200', '500001,gold,2000'), 'line 18, application 500001, is not as it was published'],
    [`${file}\r\n`, 'line 20 is no row of it'],
  ])('is refused when it is not whole', (text, why) => {
    expect(() => readBasisFile(text, checkOf)).toThrow(why);
  });
});

describe('summarise', () => {
  it('counts by tier, and leaves out tiers without applications', () => {
    const gold = { tier: 'gold', requested: 30, allotted: 10 } as const;
    expect(summarise([gold, { ...gold, allotted: 0 }, { ...gold, tier: 'vip', allotted: 30 }])).toEqual({
      allotted: 40,
      served: 2,
      largest: 30,
      smallest: 10,
      byTier: [
        { tier: 'gold', applicants: 2, requested: 60, allotted: 10, served: 1, fillPercent: '16.66' },
        { tier: 'vip', applicants: 1, requested: 30, allotted: 30, served: 1, fillPercent: '100.00' },
      ],
    });
  });

  it('is all zeros without applications', () => {
    expect(summarise([])).toEqual({ allotted: 0, served: 0, largest: 0, smallest: 0, byTier: [] });
    expect(ratioOf(1, 0)).toBe('0.00');
  });
});
