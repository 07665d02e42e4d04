import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openBatches } from './batches.ts';
import type { Delivery } from './collector.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function opened(answers: (items: readonly number[]) => Delivery | Promise<Delivery>) {
  const sent: number[][] = [];
  let dropped = 0;
  const batches = openBatches<number>({
    send: async (items) => {
      sent.push([...items]);
      return answers(items);
    },
    onDropped: (count) => void (dropped += count),
    onSent() {},
    maxWaiting: 4,
    maxBatch: 2,
    pauseMs: 1000,
  });
  return { batches, sent, dropped: () => dropped, add: (...items: number[]) => items.forEach(batches.add) };
}

const later: Delivery = { is: 'later', inMs: undefined };

it('sends a full batch at once, and the rest a moment later', async () => {
  const { sent, add } = opened(() => ({ is: 'taken' }));
  add(1, 2, 3);
  await vi.advanceTimersByTimeAsync(0);
  expect(sent).toEqual([[1, 2]]);
  await vi.advanceTimersByTimeAsync(1000);
  expect(sent).toEqual([[1, 2], [3]]);
});

it('keeps no more than it may while nothing is taken, and drops the newest', async () => {
  const { sent, add, dropped } = opened(() => new Promise(() => {}));
  add(1, 2, 3, 4, 5, 6, 7);
  await vi.advanceTimersByTimeAsync(600_000);
  expect(sent).toEqual([[1, 2]]);
  expect(dropped()).toBe(3);
});

it('sends again with growing pauses what may be taken later, five times in all', async () => {
  const { sent, add, dropped } = opened(() => later);
  add(1, 2, 3);
  const attempts = (of: number) => sent.filter(([first]) => first === of).length;
  await vi.advanceTimersByTimeAsync(1999);
  expect(attempts(1)).toBe(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(attempts(1)).toBe(2);
  await vi.advanceTimersByTimeAsync(4000 + 8000 + 16_000);
  expect(attempts(1)).toBe(5);
  expect(dropped()).toBe(2);
  await vi.advanceTimersByTimeAsync(600_000);
  expect([attempts(3), dropped()]).toEqual([5, 3]);
});

it('waits as long as it is asked to, but no more than a minute', async () => {
  const { sent, add } = opened(() => ({ is: 'later', inMs: 3_600_000 }));
  add(1, 2);
  await vi.advanceTimersByTimeAsync(59_999);
  expect(sent).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(1);
  expect(sent).toHaveLength(2);
});

it('drops at once what is refused as it stands', async () => {
  const { sent, add, dropped } = opened(() => ({ is: 'refused' }));
  add(1, 2);
  await vi.advanceTimersByTimeAsync(600_000);
  expect([sent.length, dropped()]).toEqual([1, 2]);
});

it('sends what is left at its end', async () => {
  const { batches, sent, add, dropped } = opened(() => ({ is: 'taken' }));
  add(1);
  const stopped = batches.stop(2000);
  await vi.advanceTimersByTimeAsync(2000);
  await stopped;
  add(2);
  expect([sent, dropped()]).toEqual([[[1]], 1]);
});

it('ends in time though nothing answers', async () => {
  const { batches, add, dropped } = opened(() => new Promise(() => {}));
  add(1, 2, 3);
  const ended = vi.fn<() => void>();
  void batches.stop(2000).then(ended);
  await vi.advanceTimersByTimeAsync(2000);
  expect(ended).toHaveBeenCalled();
  expect(dropped()).toBe(3);
});
