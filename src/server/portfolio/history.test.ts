import { expect, it } from 'vitest';
import { amountsByDay, lastDays, valueByDay } from './history.ts';

it('counts days in UTC and ends today', () => {
  expect(lastDays(new Date('2026-03-01T00:30:00Z'), 3)).toEqual(['2026-02-27', '2026-02-28', '2026-03-01']);
  expect(lastDays(new Date('2026-03-01T23:59:59Z'), 1)).toEqual(['2026-03-01']);
});

it('walks back from what is there now', () => {
  const days = lastDays(new Date('2026-03-04T12:00:00Z'), 4);
  const movements = new Map([
    ['2026-03-02', 1000n],
    ['2026-03-04', -300n],
  ]);
  const dollars = { currency: 'USD', amounts: amountsByDay(days, 700n, movements) };
  const euros = { currency: 'EUR', amounts: amountsByDay(days, 101n, new Map([['2026-03-03', 101n]])) };
  const doubled = (amount: bigint, currency: string) => (currency === 'EUR' ? amount * 2n : amount);
  expect(valueByDay(days, [dollars, euros], doubled)).toEqual([
    { on: '2026-03-01', cents: 0n },
    { on: '2026-03-02', cents: 1000n },
    { on: '2026-03-03', cents: 1202n },
    { on: '2026-03-04', cents: 902n },
  ]);
});

it('has a value for every day of a client who owns nothing', () => {
  const days = lastDays(new Date('2026-03-04T12:00:00Z'), 2);
  expect(valueByDay(days, [], (amount) => amount)).toEqual([
    { on: '2026-03-03', cents: 0n },
    { on: '2026-03-04', cents: 0n },
  ]);
});
