import { afterEach, beforeAll, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { switchLanguage } from './i18n.tsx';
import { send } from './send.ts';

beforeAll(() => switchLanguage('en'));
afterEach(() => vi.unstubAllGlobals());

/** An answer whose first bytes arrive, and then no more. */
const brokenOff = () =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"status":'));
        body.error(new TypeError('network error'));
      },
    }),
  );

it('takes an answer that breaks off for none, so that who leaves the page meanwhile stays signed in', async () => {
  vi.stubGlobal('fetch', async () => brokenOff());
  const thrown: unknown = await send('POST /api/client-info', { body: {} }, {}).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ApiError);
  expect(thrown).toMatchObject({ status: 0, code: 'network' });
});

it('leaves to the caller what broke off because he gave up', async () => {
  vi.stubGlobal('fetch', async () => brokenOff());
  const given = AbortSignal.abort();
  const thrown: unknown = await send('POST /api/client-info', { body: {} }, { signal: given }).catch(
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(TypeError);
});
