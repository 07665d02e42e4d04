import { expect, it } from 'vitest';
import { rateOfEachDay } from './day-rates.ts';

const days = ['2026-03-01', '2026-03-02', '2026-03-03', '2026-03-04'];

it.each([
  [
    'takes the day’s own rate',
    [
      ['2026-03-01', '1.1'],
      ['2026-03-02', '1.2'],
      ['2026-03-03', '1.3'],
      ['2026-03-04', '1.4'],
    ],
    '1.1 1.2 1.3 1.4',
  ],
  [
    'else that of the nearest earlier day',
    [
      ['2026-02-10', '1.1'],
      ['2026-02-20', '1.2'],
      ['2026-03-03', '1.3'],
    ],
    '1.2 1.2 1.3 1.3',
  ],
  [
    'before the first known rate, that one',
    [
      ['2026-03-03', '1.3'],
      ['2026-03-04', '1.4'],
    ],
    '1.3 1.3 1.3 1.4',
  ],
  ['a later one only', [['2026-11-20', '1.5']], '1.5 1.5 1.5 1.5'],
  ['without any, the present one', [], '9 9 9 9'],
] satisfies [string, [string, string][], string][])('%s', (_what, known, expected) => {
  const rates = known.map(([on, rate]) => ({ on, rate }));
  expect(rateOfEachDay(days, rates, '9').join(' ')).toBe(expected);
});
