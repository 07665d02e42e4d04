import { describe, expect, it } from 'vitest';
import { readDecimal } from './read-decimal.ts';

describe('a number as people type it', () => {
  it.each([
    ['10000', '10000'],
    ['20.5', '20.5'],
    ['20,5', '20.5'],
    ['0,125', '0.125'],
    ['0.005', '0.005'],
    ['20.1250', '20.1250'],
    ['1,234.5', '1234.5'],
    ['1.234,5', '1234.5'],
    ['1,234,567', '1234567'],
    ['1.234.567,89', '1234567.89'],
    ['10 000,50', '10000.50'],
    ['10\u202f000', '10000'],
    ['10’000.50', '10000.50'],
    ['١٠٬٠٠٠٫٥', '10000.5'],
    ['-5,5', '-5.5'],
    ['', ''],
    ['ten', 'ten'],
    ['1,2,3', '1.2,3'],
  ])('%s is %s', (typed, decimal) => {
    expect(readDecimal(typed)).toEqual({ decimal });
  });

  it.each([
    ['10,000', { whole: '10000', fraction: '10.0' }],
    ['10.000', { whole: '10000', fraction: '10.0' }],
    ['1,500', { whole: '1500', fraction: '1.5' }],
    ['1,125', { whole: '1125', fraction: '1.1250' }],
  ])('%s is not guessed', (typed, readings) => {
    expect(readDecimal(typed)).toEqual(readings);
  });
});
