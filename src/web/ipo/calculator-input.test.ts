import { describe, expect, it } from 'vitest';
import { calculateIpo } from '#contract/ipo-calculator.ts';
import { example, fromOffering, toInput } from './calculator-input.ts';

describe('the calculator’s fields', () => {
  it('take a comma or a point, and spaces between digits', () => {
    const input = toInput({ ...example, amount: '10 000,50', feeInPercent: '2,5' });
    expect(input).toMatchObject({ amount: '10000.50', feeInPercent: '2.5', priceHigh: '20' });
  });

  it('begin with an example that can be calculated', () => {
    const calculation = calculateIpo(toInput(example));
    expect(calculation).toMatchObject({
      ok: true,
      estimate: { requestedQuantity: 485, frozen: '9991.00', allottedQuantity: 72, net: '666.00' },
    });
  });

  it('take over the terms of an offering and keep the amount', () => {
    const offering = {
      currency: 'EUR',
      price_low: '18.00',
      price_high: '21.00',
      final_price: null,
      lot_size: 10,
      lock_up_days: 0,
      fee_in_percent: '2.50',
      fee_out_percent: '0',
    } as Parameters<typeof fromOffering>[1];
    expect(fromOffering({ ...example, amount: '777' }, offering)).toMatchObject({
      amount: '777',
      currency: 'EUR',
      priceHigh: '21',
      finalPrice: '21',
      lotSize: '10',
      feeInPercent: '2.5',
      feeOutPercent: '0',
      holdingDays: '1',
    });
  });
});
