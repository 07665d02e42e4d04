import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { duesBefore, duesOf, type Source } from './sources.ts';

const bank = (deposited: bigint, returned = 0n): Source => ({
  method: 'bank_transfer',
  source: null,
  label: null,
  deposited,
  returned,
  most: null,
  least: 0n,
});
const card = (deposited: bigint, returned = 0n): Source => ({
  ...bank(deposited, returned),
  method: 'sandbox',
  source: 'c',
});
const dues = (sources: Source[], available: bigint) => duesOf(sources, available).map(({ due }) => due);

describe('what is due to a source', () => {
  it.each([
    ['all of it, and profit to nobody', [bank(100n), card(900n)], 1500n, [100n, 900n]],
    ['its share of what is left after losses', [bank(100n), card(900n)], 500n, [50n, 450n]],
    ['the same shares after one of them was returned', [bank(100n, 50n), card(900n)], 450n, [0n, 450n]],
    ['nothing once it is returned', [bank(100n, 100n), card(900n, 900n)], 500n, [0n, 0n]],
    ['nothing more when profit went to it', [bank(100n, 300n)], 500n, [0n]],
    ['every cent, rounded up', [bank(1n), card(1n), { ...card(1n), source: 'd' }], 1n, [1n, 1n, 1n]],
    ['no more than a card can still take back', [bank(100n), { ...card(900n), most: 3n }], 1500n, [100n, 3n]],
    ['nothing that is too little to be paid out', [{ ...bank(3n), least: 10n }, card(900n)], 1500n, [0n, 900n]],
    ['nothing without deposits', [bank(0n, 5n)], 500n, [0n]],
  ])('is %s', (_, sources, available, expected) => expect(dues(sources, available)).toEqual(expected));

  it('is never more than came from it, and all that is there can leave', () => {
    const amounts = fc.bigInt(0n, 10n ** 12n);
    fc.assert(
      fc.property(fc.array(amounts, { maxLength: 5 }), amounts, (deposits, available) => {
        const sources = deposits.map((deposited, n) => ({ ...card(deposited), source: `c${n}` }));
        const found = duesOf(sources, available);
        const sum = found.reduce((total, { due }) => total + due, 0n);
        const deposited = deposits.reduce((total, each) => total + each, 0n);
        expect(found.every(({ due, deposited }) => due <= deposited)).toBe(true);
        expect(sum >= (available < deposited ? available : deposited)).toBe(true);
      }),
    );
  });
});

describe('what must go back before', () => {
  const found = duesOf([bank(100n), card(900n)], 1500n);
  const before = (method: 'bank_transfer' | 'sandbox', usdMinor: bigint) =>
    duesBefore({ method, source: method === 'sandbox' ? 'c' : null, usdMinor }, found).map(({ due }) => due);

  it('is nothing within the source’s own due, and the rest beyond it', () => {
    expect(before('bank_transfer', 100n)).toEqual([]);
    expect(before('bank_transfer', 101n)).toEqual([900n]);
    expect(before('sandbox', 901n)).toEqual([100n]);
    expect(duesBefore({ method: 'sandbox', source: 'other', usdMinor: 1n }, found)).toHaveLength(2);
  });

  it('is nothing once only one source is left', () => {
    expect(
      duesBefore({ method: 'sandbox', source: 'c', usdMinor: 1400n }, duesOf([bank(100n, 100n), card(900n)], 1400n)),
    ).toEqual([]);
  });
});
