import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { createBatcher } from './batcher.ts';

/** Doubles numbers, a few milliseconds later; refuses what is negative, and then the whole batch. */
function doubling() {
  const batches: number[][] = [];
  let max = 0;
  let underWay = 0;
  const double = createBatcher(async (input: number[]) => {
    batches.push(input);
    max = Math.max(max, ++underWay);
    await sleep(5);
    underWay -= 1;
    if (input.some((each) => each < 0)) throw new Error(`refused ${input.join(' ')}`);
    return input.map((each) => each * 2);
  });
  return { double, batches, max: () => max };
}

describe('gathering', () => {
  it('does alone what comes alone', async () => {
    const { double, batches } = doubling();
    expect([await double(1), await double(2)]).toEqual([2, 4]);
    expect(batches).toEqual([[1], [2]]);
  });

  it('runs concurrent calls together, and gives each its own result', async () => {
    const { double, batches } = doubling();
    expect(await Promise.all([double(1), double(2), double(3)])).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('puts calls that arrive during a batch into the next batch, one batch at a time', async () => {
    const { double, batches, max } = doubling();
    const first = double(1);
    await sleep(2);
    const later = [double(2), double(3)];
    expect(await Promise.all([first, ...later])).toEqual([2, 4, 6]);
    expect(batches).toEqual([[1], [2, 3]]);
    expect(max()).toBe(1);
  });

  it('takes at most 64 at once', async () => {
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

  it('continues after a failure', async () => {
    const { double } = doubling();
    await expect(double(-1)).rejects.toThrow('refused -1');
    expect(await double(5)).toBe(10);
  });
});
