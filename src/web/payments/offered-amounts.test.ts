import { expect, it } from 'vitest';
import { mostNow, quickAmounts, sharesOf } from './offered-amounts.ts';

const terms = (currency: string, min: string, now: string) => ({
  currency,
  min,
  now,
  max: now,
  fee_fixed: '0',
  fee_percent: '0',
});

it.each([
  ['USD', '10.00', '1000000.00', ['100.00', '500.00', '1000.00']],
  ['JPY', '1500', '2000000', ['15000', '75000', '150000']],
  // As far as what is left of the limits goes, that amount too.
  ['EUR', '10.00', '500.00', ['100.00', '500.00']],
  ['EUR', '10.00', '99.99', []],
  ['USD', '0.00', '5000.00', []],
])('offers round amounts in %s from %s to %s', (currency, min, now, amounts) => {
  expect(quickAmounts(terms(currency, min, now))).toEqual(amounts);
});

it('lets no more be withdrawn than the wallet has, and no more than the limits leave', () => {
  expect(mostNow(terms('USD', '10.00', '750000.00'), '23386.46')).toBe('23386.46');
  expect(mostNow(terms('USD', '10.00', '9000.00'), '23386.46')).toBe('9000.00');
  expect(mostNow(terms('USD', '10.00', '9000.00'))).toBe('9000.00');
});

it.each([
  ['USD', '10.00', '23386.46', ['5846.61', '11693.23', '23386.46']],
  ['JPY', '100', '301', ['150', '301']],
  ['EUR', '10.00', '9.99', []],
  ['EUR', '0.00', '0.00', []],
])('offers a quarter, a half and all in %s of no less than %s', (currency, min, most, amounts) => {
  expect(sharesOf(terms(currency, min, most), most).map(({ amount }) => amount)).toEqual(amounts);
});
