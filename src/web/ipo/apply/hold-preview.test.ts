import { expect, it } from 'vitest';
import { bpsOf, holdOf, leftOf, saleOf, sharesFor, togetherOf } from './hold-preview.ts';

const terms = {
  currency: 'USD',
  price_high: '20.00',
  lot_size: 1,
  fee_in_percent: '3.00',
  fee_in_minimum: '0.00',
  fee_fixed: '0.00',
};

it('holds the upper price with the fee', () => {
  expect(holdOf(485, terms)).toEqual({ cost: '9700.00', fee: '291.00', fixed: '0.00', total: '9991.00' });
});

it('holds at least the smallest fee, and the fixed one', () => {
  const small = { ...terms, fee_in_minimum: '5.00', fee_fixed: '1.50' };
  expect(holdOf(1, small)).toEqual({ cost: '20.00', fee: '5.00', fixed: '1.50', total: '26.50' });
});

it.each([
  ['10000', 1, 485],
  ['10000', 10, 480],
  ['9991.00', 1, 485],
  ['9990.99', 1, 484],
  ['20.59', 1, 0],
  ['0', 1, 0],
])('turns %s into whole lots of %i', (amount, lot_size, shares) => {
  expect(sharesFor(amount, { ...terms, lot_size })).toBe(shares);
});

it('never takes more shares than the amount holds for, whatever the fees', () => {
  const dear = { ...terms, fee_in_minimum: '50.00', fee_fixed: '2.00' };
  expect(sharesFor('92.00', dear)).toBe(2);
  expect(sharesFor('91.99', dear)).toBe(1);
});

it('says what is left, or missing', () => {
  expect(leftOf('100.00', '26.50', 'USD')).toBe('73.50');
  expect(leftOf('20.00', '26.50', 'USD')).toBe('-6.50');
  expect(togetherOf('20.00', '26.50', 'USD')).toBe('46.50');
});

it('deducts the fee of a sale, rounded up', () => {
  expect(saleOf(72, '30.00', '0.50', 'USD')).toEqual({ proceeds: '2160.00', fee: '10.80', net: '2149.20' });
  expect(saleOf(1, '0.01', '0.50', 'USD')).toEqual({ proceeds: '0.01', fee: '0.01', net: '0.00' });
});

it('reads a percentage as basis points', () => {
  expect([bpsOf('3.00'), bpsOf('0.29'), bpsOf('0')]).toEqual([300, 29, 0]);
});
