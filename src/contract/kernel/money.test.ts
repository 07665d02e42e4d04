import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { schemeNames, schemeOf } from '../payments/payouts/schemes.ts';
import { shownDigits } from './text/shown-digits.ts';
import { convert, fromDecimal, knownCurrencies, scaleOf, toDecimal } from './money.ts';

describe('decimal strings', () => {
  it.each([
    [123_600n, 'USD', '1236.00'],
    [5n, 'USD', '0.05'],
    [-5n, 'USD', '-0.05'],
    [0n, 'JPY', '0'],
    [1_236n, 'JPY', '1236'],
    [1n, 'BTC', '0.00000001'],
  ])('%s minor units of %s are %s', (amountMinor, currency, decimal) => {
    expect(toDecimal(amountMinor, currency)).toBe(decimal);
    expect(fromDecimal(decimal, currency)).toBe(amountMinor);
  });

  it('go there and back in every currency', () => {
    fc.assert(
      fc.property(
        fc.bigInt(-(10n ** 18n), 10n ** 18n),
        fc.constantFrom(...knownCurrencies),
        (amountMinor, currency) => {
          expect(fromDecimal(toDecimal(amountMinor, currency), currency)).toBe(amountMinor);
        },
      ),
    );
  });

  it.each(['', '1.', '.5', '1,5', '1e3', '0.001', ' 1', '+1', '--1'])('%j is no amount in USD', (text) => {
    expect(() => fromDecimal(text, 'USD')).toThrow(RangeError);
  });

  it('have the digits of ISO 4217', () => {
    const listed = knownCurrencies.filter(
      (code) => code.length === 3 && Intl.supportedValuesOf('currency').includes(code),
    );
    // Here the data of `Intl` follow what people pay in cash.
    const others = new Map(['COP', 'HUF', 'IDR'].map((code) => [code, 2]));
    const digitsOf = (currency: string) =>
      others.get(currency) ??
      new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits;
    expect(listed.map((code) => [code, scaleOf(code)])).toEqual(listed.map((code) => [code, digitsOf(code)]));
    expect(knownCurrencies.filter((code) => !listed.includes(code))).toEqual(['BTC', 'ETH', 'USDT']);
  });

  it('exist in every currency that a scheme of accounts sends at home', () => {
    const sent = schemeNames.flatMap((name) => schemeOf(name).currency ?? []);
    expect(sent.filter((code) => !knownCurrencies.includes(code))).toEqual([]);
  });

  it('fills up missing digits and knows no unknown currency', () => {
    expect(fromDecimal('1.5', 'USD')).toBe(150n);
    expect(() => scaleOf('XXX')).toThrow(RangeError);
  });
});

describe('conversion', () => {
  it.each([
    [100n, 'EUR', '1.16', 116n],
    [101n, 'EUR', '1.16', 117n],
    [1_000n, 'JPY', '0.00642', 642n],
    [1n, 'BTC', '92000', 0n],
    [100_000_000n, 'BTC', '92000', 9_200_000n],
    [-101n, 'EUR', '1.16', -117n],
  ])('%s of %s at %s is %s cents', (amountMinor, from, rate, cents) => {
    expect(convert(amountMinor, from, 'USD', rate)).toBe(cents);
  });

  it('never gives more than the exact value', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 10n ** 15n), fc.integer({ min: 1, max: 1_000_000 }), (amountMinor, millionths) => {
        const rate = `0.${String(millionths).padStart(7, '0')}`;
        const cents = convert(amountMinor, 'EUR', 'USD', rate);
        const exact = amountMinor * BigInt(millionths);
        expect(cents * 10n ** 7n <= exact && exact < (cents + 1n) * 10n ** 7n).toBe(true);
      }),
    );
  });

  it('refuses a rate that is not a decimal', () => {
    expect(() => convert(1n, 'EUR', 'USD', '1e3')).toThrow(RangeError);
  });
});

it('shows as many digits as a currency has, by its whole code', () => {
  expect(['JPY', 'KWD', 'USD', 'BTC', '', 'Y K'].map(shownDigits)).toEqual([0, 3, 2, 2, 2, 2]);
});
