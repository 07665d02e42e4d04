import { expect, it } from 'vitest';
import { withPrice } from './with-price.ts';

const bar = { time: 1, open: 10, high: 12, low: 9, close: 11 };

it.each<[value: number, high: number, low: number]>([
  [11.5, 12, 9],
  [13, 13, 9],
  [8, 12, 8],
])('a forming candle after a price of %d', (value, high, low) =>
  expect(withPrice(bar, value)).toEqual({ time: 1, open: 10, high, low, close: value }),
);
