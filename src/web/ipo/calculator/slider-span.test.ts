import { expect, it } from 'vitest';
import { example } from './input.ts';
import { spanOf } from './slider-span.ts';

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
    { priceHigh: '0.10', finalPrice: '' },
    { max: '0.6', step: '0.01' },
  ],
  [{ priceHigh: 'much', finalPrice: '' }, undefined],
  [{ priceHigh: '10,000', finalPrice: '' }, undefined],
])('a selling price is tried out up to three times the price of the shares: %j', (prices, span) => {
  expect(spanOf('exitPrice', { ...example, ...prices })).toEqual(span);
});

it('has none for what is known', () => {
  expect(spanOf('lotSize', example)).toBeUndefined();
});
