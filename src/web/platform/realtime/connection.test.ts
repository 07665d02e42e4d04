import { afterEach, expect, it, vi } from 'vitest';
import { isOnline, serverAnswered, serverSilent, watchConnection } from './connection.ts';

const whenBack = vi.fn<() => void>();
watchConnection(whenBack);

/** A network behind which nobody is, though the device has one. */
const deadEnd = () => vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')));
const server = () => vi.stubGlobal('fetch', () => Promise.resolve(new Response('{}')));

afterEach(() => {
  serverAnswered();
  vi.unstubAllGlobals();
  vi.useRealTimers();
  whenBack.mockClear();
});

it('takes one answer that got lost for no more than that', async () => {
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

it('is back with the next answer, and asks anew once', async () => {
  deadEnd();
  await serverSilent();
  serverAnswered();
  serverAnswered();
  expect([isOnline(), whenBack.mock.calls.length]).toEqual([true, 1]);
});
