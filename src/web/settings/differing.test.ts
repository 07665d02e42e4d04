import { expect, it } from 'vitest';
import { differing } from './differing.ts';

it('leaves of two lists the rows that differ', () => {
  const [usd, eur, dearer] = [
    { id: 'USD', fee: 1 },
    { id: 'EUR', fee: 1 },
    { id: 'EUR', fee: 2 },
  ];
  expect(differing([usd, eur], [usd, dearer])).toEqual([[eur], [dearer]]);
  expect(differing([usd], [usd, eur])).toEqual([[], [eur]]);
});

it('leaves all else alone', () => {
  expect(differing(['USD'], ['USD', 'EUR'])).toEqual([['USD'], ['USD', 'EUR']]);
  expect(differing(24, 25)).toEqual([24, 25]);
});
