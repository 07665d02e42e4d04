import { describe, expect, it } from 'vitest';
import { matchStatement, type Movement, type StatementLine } from './match.ts';

const days = { from: '2026-03-01', to: '2026-03-31' };

const movement = (changes: Partial<Movement> = {}): Movement => ({
  paymentId: 'p1',
  names: ['P-100001', 'AT-7K3M-9QX2'],
  bankReference: null,
  amountMinor: 10_000n,
  currency: 'USD',
  on: '2026-03-02',
  ...changes,
});
const line = (reference: string, changes: Partial<StatementLine> = {}): StatementLine => ({
  reference,
  amountMinor: 10_000n,
  currency: 'USD',
  on: '2026-03-02',
  ...changes,
});
const results = (lines: StatementLine[], movements: Movement[]) =>
  matchStatement(lines, movements, days).map(({ result, line: snapshots, movement: known }) => [
    result,
    snapshots?.reference ?? null,
    known?.paymentId ?? null,
  ]);

describe('a line finds its movement', () => {
  it.each([
    'AT-7K3M-9QX2',
    'at7k3m9qx2',
    'SEPA CREDIT AT 7K3M 9QX2 THANK YOU',
    'E2E/AT7K3M9QX22026',
    'P-100001',
    'payment p 100001 / Ida Berg',
  ])('by %s', (reference) => {
    expect(results([line(reference)], [movement()])).toEqual([['matched', reference, 'p1']]);
  });

  it('by what staff wrote down as the bank’s own reference', () => {
    const known = movement({ bankReference: 'BNK 77-1' });
    expect(results([line('BNK77-1')], [known])).toEqual([['matched', 'BNK77-1', 'p1']]);
  });

  it('and by no number that merely starts like it', () => {
    expect(results([line('P-1000019')], [movement()]).map(([result]) => result)).toEqual([
      'missing_here',
      'missing_there',
    ]);
  });
});

describe('what does not agree', () => {
  it('is an amount that differs, of the same direction', () => {
    expect(results([line('P-100001', { amountMinor: 9_000n })], [movement()])).toEqual([
      ['amount_differs', 'P-100001', 'p1'],
    ]);
    expect(results([line('P-100001', { amountMinor: -10_000n })], [movement()]).map(([result]) => result)).toEqual([
      'missing_here',
      'missing_there',
    ]);
  });

  it('is a line in another currency', () => {
    expect(results([line('P-100001', { currency: 'EUR' })], [movement()])).toEqual([
      ['missing_here', 'P-100001', null],
    ]);
  });

  it('is the second of two lines for one movement, whichever came first', () => {
    const lines = [line('P-100001', { amountMinor: 500n }), line('P-100001')];
    expect(results(lines, [movement()])).toEqual([
      ['missing_here', 'P-100001', null],
      ['matched', 'P-100001', 'p1'],
    ]);
  });

  it('lists a movement of these days and this currency that is on no line', () => {
    const movements = [
      movement(),
      movement({ paymentId: 'p2', names: ['P-100002'], on: '2026-03-31' }),
      movement({ paymentId: 'before', names: ['P-100003'], on: '2026-02-27' }),
      movement({ paymentId: 'euro', names: ['P-100004'], currency: 'EUR' }),
    ];
    expect(results([line('P-100001')], movements)).toEqual([
      ['matched', 'P-100001', 'p1'],
      ['missing_there', null, 'p2'],
    ]);
  });

  it('is none where the bank was days later than we', () => {
    const early = movement({ on: '2026-02-27' });
    expect(results([line('P-100001', { on: '2026-03-01' })], [early])).toEqual([['matched', 'P-100001', 'p1']]);
  });
});

it('gives each of two equal movements to the line nearest in time', () => {
  const both = [movement({ paymentId: 'late', on: '2026-03-20' }), movement({ paymentId: 'early', on: '2026-03-02' })];
  expect(results([line('P-100001', { on: '2026-03-03' }), line('P-100001', { on: '2026-03-21' })], both)).toEqual([
    ['matched', 'P-100001', 'early'],
    ['matched', 'P-100001', 'late'],
  ]);
});

it('holds 5,000 lines against as many movements in a moment', () => {
  const many = Array.from({ length: 5000 }, (_, n) => movement({ paymentId: String(n), names: [`P-${200_000 + n}`] }));
  const lines = many.map(({ names: [name = ''] }) => line(`TRANSFER FROM A CLIENT OF OURS, ${name}, WITH THANKS`));
  const began = performance.now();
  const matches = matchStatement(lines, many, days);
  expect(matches.every(({ result }) => result === 'matched')).toBe(true);
  expect(performance.now() - began).toBeLessThan(5000);
});
