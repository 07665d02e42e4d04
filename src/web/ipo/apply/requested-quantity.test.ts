import { expect, it } from 'vitest';
import { requestedQuantity } from './requested-quantity.ts';

const terms = {
  currency: 'USD',
  price_high: '20.00',
  lot_size: 10,
  fee_in_percent: '3.00',
  fee_in_minimum: '0.00',
  fee_fixed: '0.00',
};

const ofShares = (quantity: string) => requestedQuantity({ by: 'shares', quantity, amount: '' }, terms);
const ofAmount = (amount: string) => requestedQuantity({ by: 'amount', quantity: '', amount }, terms);

it('takes a number of shares as it is: the server knows the lots', () => {
  expect(ofShares(' 25 ')).toEqual({ quantity: 25 });
  expect(ofShares('2.5')).toEqual({ problem: { reason: 'not_whole' } });
  expect(ofShares('many')).toEqual({ problem: { reason: 'not_whole' } });
});

it('turns an amount into whole lots', () => {
  expect(ofAmount('10 000,50')).toEqual({ quantity: 480 });
  expect(ofAmount('205.99')).toEqual({ problem: { reason: 'below_one_lot', limit: '206.00' } });
});

it('guesses nothing', () => {
  expect(ofAmount('10,000')).toEqual({ problem: { reason: 'ambiguous', whole: '10000', fraction: '10.0' } });
  expect(ofAmount('-5')).toEqual({ problem: { reason: 'not_a_number' } });
  expect(ofAmount('5.001')).toMatchObject({ problem: {} });
  expect(ofAmount('all')).toEqual({ problem: { reason: 'not_a_number' } });
});

it('finds no fault with an empty input', () => {
  expect([ofShares(''), ofAmount(' ')]).toEqual([{}, {}]);
});
