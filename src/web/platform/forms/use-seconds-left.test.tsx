import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { useSecondsLeft } from './use-seconds-left.ts';

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }));
afterEach(() => void vi.useRealTimers());

it('counts whole seconds down, and rests at nought', () => {
  const endsAt = performance.now() + 3000;
  const { result: left } = renderHook(() => useSecondsLeft(endsAt));
  const seen = [left.current];
  for (let n = 0; n < 4; n += 1) {
    act(() => void vi.advanceTimersByTime(1000));
    seen.push(left.current);
  }
  expect(seen).toEqual([3, 2, 1, 0, 0]);
  expect(vi.getTimerCount()).toBe(0);
});

it('has nothing to count without an end', () => {
  expect(renderHook(() => useSecondsLeft(undefined)).result.current).toBe(0);
  expect(vi.getTimerCount()).toBe(0);
});
