import { describe, expect, it } from 'vitest';
import { calculate, example, fromOffering } from './input.ts';

const offering = {
  currency: 'EUR',
  price_low: '18.00',
  price_high: '21.00',
  final_price: null,
  lot_size: 10,
  lock_up_days: 0,
  fee_in_percent: '2.50',
  fee_in_minimum: '5.00',
  fee_fixed: '1.00',
  fee_out_percent: '0.00',
};

const resultOf = (values: Partial<typeof example>) => {
  const calculation = calculate({ ...example, ...values });
  if (!calculation.ok) throw new Error(JSON.stringify(calculation.problems));
  return calculation.result;
};

const problemsOf = (values: Partial<typeof example>) => {
  const calculation = calculate({ ...example, ...values });
  return calculation.ok ? {} : calculation.problems;
};

describe('the calculator', () => {
  it('begins with an example that can be calculated and does not embellish', () => {
    expect(resultOf({}).estimate).toMatchObject({ requestedQuantity: 485, frozen: '9991.00', net: '-50.40' });
  });

  it('takes a comma as well as a point', () => {
    expect(resultOf({ exitPrice: '30,0', feeOutPercent: '0,5' }).estimate.net).toBe('666.00');
  });

  it('says what is lost when the shares become worthless: the shares and the fee on them', () => {
    expect(resultOf({}).worstNet).toBe('-1483.20');
  });

  it.each([
    ['', false],
    ['20', false],
    ['18', false],
    ['17.99', true],
    ['20.01', true],
  ])('sees whether the final price %s is outside the range', (finalPrice, isOutsideRange) => {
    expect(resultOf({ finalPrice })).toMatchObject({ isOutsideRange });
  });

  it('reports everything that is wrong at once', () => {
    expect(problemsOf({ amount: '10,000', priceLow: '20.01', exitPrice: 'much', lotSize: '' })).toEqual({
      amount: { reason: 'ambiguous', whole: '10000', fraction: '10.0' },
      priceLow: { reason: 'max', limit: '20' },
      exitPrice: { reason: 'not_a_number' },
    });
  });

  it('needs no lower price', () => {
    expect(problemsOf({ priceLow: '' })).toEqual({});
    expect(problemsOf({ priceLow: 'low' })).toEqual({ priceLow: { reason: 'not_a_number' } });
  });
});

describe('the terms of an offering', () => {
  it('replace all but the amount and the allotted share, and sell at the price of the shares', () => {
    expect(fromOffering({ ...example, amount: '777', finalPrice: '19' }, offering)).toEqual({
      currency: 'EUR',
      amount: '777',
      priceLow: '18.00',
      priceHigh: '21.00',
      finalPrice: '',
      exitPrice: '21.00',
      lotSize: '10',
      allotmentPercent: '15',
      feeInPercent: '2.50',
      feeInMinimum: '5.00',
      feeInFixed: '1.00',
      feeOutPercent: '0.00',
      holdingDays: '1',
      taxPercent: '',
      interest: '',
    });
  });

  it('know the final price once it is set', () => {
    expect(fromOffering(example, { ...offering, final_price: '19.50' })).toMatchObject({
      finalPrice: '19.50',
      exitPrice: '19.50',
    });
  });
});
