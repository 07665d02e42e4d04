import { Big } from 'big.js';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { knownCurrencies, scaleOf } from '#contract/kernel/money.ts';
import { settleConversion } from './rules.ts';
import { quotient } from './rates.ts';

describe('a conversion', () => {
  // Computed by hand: value at the rate rounded down, spread on it rounded up.
  it.each([
    ['1,000.00 EUR in USD', 100_000n, 'EUR', 'USD', '1.16', 50, { spreadMinor: 580n, receivedMinor: 115_420n }],
    ['0.01 EUR in USD', 1n, 'EUR', 'USD', '1.16', 50, { spreadMinor: 1n, receivedMinor: 0n }],
    ['10.00 USD in JPY', 1000n, 'USD', 'JPY', '155.7632398', 50, { spreadMinor: 8n, receivedMinor: 1549n }],
    ['1,557 JPY in USD', 1557n, 'JPY', 'USD', '0.00642', 50, { spreadMinor: 5n, receivedMinor: 994n }],
    ['1.00 USD in BTC', 100n, 'USD', 'BTC', '0.00001086956521', 100, { spreadMinor: 11n, receivedMinor: 1075n }],
    ['1 satoshi in HUF', 1n, 'BTC', 'HUF', '30463576.15', 100, { spreadMinor: 1n, receivedMinor: 29n }],
    ['nothing', 0n, 'EUR', 'USD', '1.16', 50, { spreadMinor: 0n, receivedMinor: 0n }],
    ['without a spread', 333n, 'EUR', 'USD', '1.16', 0, { spreadMinor: 0n, receivedMinor: 386n }],
  ])('%s', (_, amountMinor, from, to, rate, spreadBps, expected) => {
    expect(settleConversion({ amountMinor, from, to, rate, spreadBps })).toEqual(expected);
  });
});

const currency = fc.constantFrom(...knownCurrencies);
const usdRate = fc.integer({ min: 1, max: 999_999_999 }).map((n) => new Big(n).div(10_000).toFixed());
const rounds = { numRuns: 500 };

test('what leaves is worth at least what arrives and stays, to the last digit', () => {
  const terms = fc.record({
    amountMinor: fc.bigInt(0n, 10n ** 15n),
    from: currency,
    to: currency,
    dividend: usdRate,
    divisor: usdRate,
    spreadBps: fc.integer({ min: 0, max: 5000 }),
  });
  fc.assert(
    fc.property(terms, ({ amountMinor, from, to, dividend, divisor, spreadBps }) => {
      const rate = quotient(dividend, divisor);
      const { spreadMinor, receivedMinor } = settleConversion({ amountMinor, from, to, rate, spreadBps });
      const given = new Big(String(amountMinor)).div(new Big(10).pow(scaleOf(from))).times(dividend);
      const taken = new Big(String(spreadMinor + receivedMinor)).div(new Big(10).pow(scaleOf(to))).times(divisor);
      expect(taken.lte(given)).toBe(true);
      expect(spreadMinor * 10_000n >= (spreadMinor + receivedMinor) * BigInt(spreadBps)).toBe(true);
      expect(receivedMinor >= 0n && spreadMinor >= 0n).toBe(true);
    }),
    rounds,
  );
});

test('there and back never gains', () => {
  fc.assert(
    fc.property(fc.bigInt(1n, 10n ** 14n), currency, currency, usdRate, usdRate, (amountMinor, from, to, a, b) => {
      const there = settleConversion({ amountMinor, from, to, rate: quotient(a, b), spreadBps: 0 });
      const back = settleConversion({
        amountMinor: there.receivedMinor,
        from: to,
        to: from,
        rate: quotient(b, a),
        spreadBps: 0,
      });
      expect(back.receivedMinor <= amountMinor).toBe(true);
    }),
    rounds,
  );
});

it('writes a rate as a plain decimal that the contract accepts', () => {
  expect(quotient('1.16', '1')).toBe('1.16');
  expect(quotient('1.16', '1.31')).toBe('0.8854961832');
  expect(quotient('0.00302', '92000')).toBe('0.00000003282608695');
  expect(quotient('92000', '0.00302')).toBe('30463576.15');
});
