import { describe, expect, it } from 'vitest';
import { calculate, example } from './input.ts';

const payoffOf = (values: Partial<typeof example>) => {
  const calculation = calculate({ ...example, ...values });
  if (!calculation.ok) throw new Error(JSON.stringify(calculation.problems));
  return calculation.result.payoff;
};

describe('the line of what a sale brings', () => {
  it.each([
    [
      { priceHigh: '20', finalPrice: '' },
      { max: '60', step: '1' },
    ],
    [
      { priceHigh: '20', finalPrice: '19,50' },
      { max: '58.8', step: '0.98' },
    ],
    [
      { priceLow: '', priceHigh: '0.10', finalPrice: '', exitPrice: '0.10' },
      { max: '0.6', step: '0.01' },
    ],
  ])('goes up to three times the price of the shares: %j', (prices, span) => {
    expect(payoffOf(prices)).toMatchObject(span);
  });

  it('goes as far as the price of the sale', () => {
    expect(payoffOf({ exitPrice: '100' }).max).toBe('100');
  });

  it('begins with all that can be lost, bends where nothing is won or lost, and is the sum of the fields at its end', () => {
    const { points } = payoffOf({ taxPercent: '20', exitPrice: '60' });
    expect(points.map(({ price }) => price)).toEqual(['0', '20.7035', '60']);
    expect(points[0]?.net).toBe('-1483.20');
    expect(Math.abs(Number(points[1]?.net))).toBeLessThan(0.02);
    const end = calculate({ ...example, taxPercent: '20', exitPrice: '60' });
    expect(end.ok && end.result.estimate.net).toBe(points[2]?.net);
  });

  it('lies flat where nothing is allotted', () => {
    const { points } = payoffOf({ allotmentPercent: '0' });
    expect(points).toHaveLength(2);
    expect(points[0]?.net).toBe(points[1]?.net);
  });
});
