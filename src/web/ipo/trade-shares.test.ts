import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/platform/api/api-error.ts';
import { switchLanguage } from '#web/platform/i18n/i18n.tsx';
import { useIsLoading } from '#web/platform/api/request-counter.ts';
import { buyShares, sellShares } from './trade-shares.ts';

let log: ReturnType<typeof vi.spyOn>;
let reply: (response: Response) => void;

beforeAll(() => switchLanguage('en'));
beforeEach(() => {
  log = vi.spyOn(console, 'error').mockReturnValue(undefined);
  vi.stubGlobal('fetch', () => new Promise<Response>((resolve) => (reply = resolve)));
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const buy = () => buyShares({ stock_id: 'NOVA', quantity: 10, price_type: 'any', unrestricted: true }, 'key');
const sell = () => sellShares({ stock_id: 'NOVA', quantity: 10 }, 'key');

it.each([
  ['Purchase failed:', buy],
  ['Sell failed:', sell],
])('logs "%s" and throws to the caller', async (words, trade) => {
  const traded = trade().catch((error: unknown) => error);
  reply(Response.json({ message: 'No', code: 'ipo.closed', params: {} }, { status: 409 }));
  const thrown = await traded;
  expect(thrown).toBeInstanceOf(ApiError);
  expect(log).toHaveBeenCalledWith(words, thrown);
});

it.each([
  ['buying', buy],
  ['selling', sell],
])('does not count %s in the global loader', async (_, trade) => {
  const { result } = renderHook(useIsLoading);
  let traded: Promise<unknown> = Promise.resolve();
  act(() => void (traded = trade()));
  expect(result.current).toBe(false);
  reply(Response.json({}));
  await act(() => traded);
  expect(log).not.toHaveBeenCalled();
});
