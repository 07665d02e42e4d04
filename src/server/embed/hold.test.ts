import { expect, it } from 'vitest';
import { movableClock } from '#server/platform/clock.ts';
import { holding } from './hold.ts';

it('makes what many ask for once, and again when it is older', async () => {
  const clock = movableClock();
  const hold = holding<number>(clock);
  let made = 0;
  const ask = (key = 'rates') => hold(key, 5000, async () => (made += 1));
  expect(await Promise.all([ask(), ask(), ask()])).toEqual([1, 1, 1]);
  expect(await ask('other')).toBe(2);
  clock.advance(4999);
  expect(await ask()).toBe(1);
  clock.advance(1);
  expect(await ask()).toBe(3);
});

it('does not keep a failure', async () => {
  const hold = holding<string>(movableClock());
  await expect(hold('rates', 5000, () => Promise.reject(new Error('no database')))).rejects.toThrow('no database');
  expect(await hold('rates', 5000, async () => 'shown')).toBe('shown');
});
