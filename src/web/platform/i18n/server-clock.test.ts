import { act, renderHook } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import { clockHeader } from '#contract/kernel/constants.ts';
import { followClock, useNow } from './server-clock.ts';

afterEach(() => void vi.useRealTimers());

const response = (aheadMs?: number) =>
  new Response(null, aheadMs === undefined ? {} : { headers: { [clockHeader]: String(aheadMs) } });

it('goes with the minutes, and with the clock of a demo that was moved', () => {
  vi.useFakeTimers({ now: new Date('2026-03-02T12:00:00Z') });
  const { result } = renderHook(useNow);
  const present = () => result.current.toISOString();
  expect(present()).toBe('2026-03-02T12:00:00.000Z');

  act(() => void vi.advanceTimersByTime(60_000));
  expect(present()).toBe('2026-03-02T12:01:00.000Z');

  act(() => followClock(response(3_600_000)));
  expect(present()).toBe('2026-03-02T13:01:00.000Z');
  act(() => void vi.advanceTimersByTime(60_000));
  expect(present()).toBe('2026-03-02T13:02:00.000Z');

  act(() => followClock(response()));
  expect(present()).toBe('2026-03-02T12:02:00.000Z');
});
