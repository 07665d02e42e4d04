import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { queries } from '#web/platform/api/query-client.ts';
import { useTyping } from './use-typing.ts';

beforeEach(() => {
  vi.useFakeTimers();
  queries.setQueryData(['user'], { id: 'ida' });
});
afterEach(() => vi.useRealTimers());

it('says who still types when another has stopped, sent, or fallen silent', () => {
  const { result: typing } = renderHook(() => useTyping(() => {}));
  const receive = (person: string, isTyping: boolean) =>
    act(() => typing.current.received({ userId: person, typing: isTyping }, person));
  receive('anna', true);
  receive('bo', true);
  expect(typing.current.who).toBe('bo');
  receive('bo', false);
  expect(typing.current.who).toBe('anna');
  act(() => typing.current.stopped('bo'));
  act(() => typing.current.stopped(null));
  receive('ida', false);
  expect(typing.current.who).toBe('anna');
  act(() => void vi.advanceTimersByTime(4000));
  receive('bo', true);
  act(() => void vi.advanceTimersByTime(3000));
  expect(typing.current.who).toBe('bo');
  act(() => typing.current.stopped('bo'));
  expect(typing.current.who).toBeNull();
});
