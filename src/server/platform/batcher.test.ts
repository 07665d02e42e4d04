import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { gather } from './batcher.ts';

/** Doubles numbers, a few milliseconds later; refuses what is negative, and then the whole batch. */
function doubling() {
  const batches: number[][] = [];
  let most = 0;
  let underWay = 0;
  const double = gather(async (asked: number[]) => {
    batches.push(asked);
    most = Math.max(most, ++underWay);
    await sleep(5);
    underWay -= 1;
    if (asked.some((each) => each < 0)) throw new Error(`refused ${asked.join(' ')}`);
    return asked.map((each) => each * 2);
  });
  return { double, batches, most: () => most };
}

describe('gathering', () => {
  it('does alone what comes alone', async () => {
    const { double, batches } = doubling();
    expect([await double(1), await double(2)]).toEqual([2, 4]);
    expect(batches).toEqual([[1], [2]]);
  });

  it('does together what comes together, and gives each his own answer', async () => {
    const { double, batches } = doubling();
    expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('lets what arrives meanwhile wait for the next batch, one at a time', async () => {
    const { double, batches, most } = doubling();
    const first = double(1);
    await sleep(2);
    const later = [double(2), double(3)];
    expect(await Promise.all([first, ...later])).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1], [2, 3]]);
    expect(most()).toBe(1);
  });

  it('takes no more than 64 at once', async () => {
    const { double, batches } = doubling();
    const numbers = Array.from({ length: 150 }, (_, n) => n);
    expect(await Promise.all(numbers.map(double))).toEqual(numbers.map((n) => n * 2));
    expect(batches.map(({ length }) => length)).toEqual([64, 64, 22]);
  });

  it('refuses alone what is refused, and does the others', async () => {
    const { double, batches } = doubling();
    const outcomes = await Promise.allSettled([double(1), double(-2), double(3)]);
    expect(outcomes).toMatchObject([{ value: 2 }, { reason: { message: 'refused -2' } }, { value: 6 }]);
    expect(batches).toEqual([[1, -2, 3], [1], [-2], [3]]);
  });

  it('goes on after a failure', async () => {
    const { double } = doubling();
    await expect(double(-1)).rejects.toThrow('refused -1');
    expect(await double(5)).toBe(10);
  });
});
