import { afterEach, expect, it, vi } from 'vitest';
import { isOnline, serverResponded, serverSilent, watchConnection } from './connection.ts';

const whenBack = vi.fn<() => void>();
watchConnection(whenBack);

/** A network that leads nowhere, though the device has one. */
const deadEnd = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
const server = () => vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));

afterEach(() => {
  serverResponded();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  whenBack.mockClear();
});

it('treats one lost response as just that', async () => {
  server();
  await serverSilent();
  expect(isOnline()).toBe(true);
});

it('knows of a network that leads nowhere, and finds its end by itself', async () => {
  vi.useFakeTimers();
  deadEnd();
  await Promise.all([serverSilent(), serverSilent()]);
  expect(isOnline()).toBe(false);
  await vi.advanceTimersByTimeAsync(11_000);
  expect([isOnline(), whenBack.mock.calls.length]).toEqual([false, 0]);
  server();
  await vi.waitFor(() => expect([isOnline(), whenBack.mock.calls.length]).toEqual([true, 1]), {
    timeout: 20_000,
    interval: 500,
  });
});

it('is back with the next response, and refetches once', async () => {
  deadEnd();
  await serverSilent();
  serverResponded();
  serverResponded();
  expect([isOnline(), whenBack.mock.calls.length]).toEqual([true, 1]);
});
