import { act, renderHook } from '@testing-library/react';
import { expect, it, vi } from 'vitest';

// Tests of other files share the module, and may have left a request without an answer.
vi.resetModules();
const { countRequest, useIsLoading } = await import('./request-counter.ts');

it('is on while one request at least is under way, however each of them ends', async () => {
  const { result } = renderHook(useIsLoading);
  let refuse: (error: Error) => void = () => {};
  let response = () => {};
  const both = [
    new Promise<void>((_, reject) => (refuse = reject)),
    new Promise<void>((resolve) => (response = resolve)),
  ].map((request) => countRequest(request).catch(() => undefined));
  await act(async () => {});
  expect(result.current).toBe(true);
  await act(async () => {
    refuse(new Error('refused'));
    await both[0];
  });
  expect(result.current).toBe(true);
  await act(async () => {
    response();
    await both[1];
  });
  expect(result.current).toBe(false);
});
