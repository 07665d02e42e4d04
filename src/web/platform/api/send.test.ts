import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { ApiError } from './api-error.ts';
import { switchLanguage } from '../i18n/i18n.tsx';
import { queries } from './query-client.ts';
import { send } from './send.ts';

beforeAll(() => switchLanguage('en'));
afterEach(() => vi.unstubAllGlobals());

/** A response whose first bytes arrive, and then no more. */
const brokenOff = () =>
  new Response(
    new ReadableStream({
      start(body) {
        body.enqueue(new TextEncoder().encode('{"status":'));
        body.error(new TypeError('network error'));
      },
    }),
  );

it('treats a response that breaks off as none, so that a person who leaves the page stays signed in', async () => {
  vi.stubGlobal('fetch', async () => brokenOff());
  const thrown: unknown = await send('POST /api/client-info', { body: {} }, {}).catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ApiError);
  expect(thrown).toMatchObject({ status: 0, code: 'network' });
});

it('leaves to the caller what the caller aborted', async () => {
  vi.stubGlobal('fetch', async () => brokenOff());
  const given = AbortSignal.abort();
  const thrown: unknown = await send('POST /api/client-info', { body: {} }, { signal: given }).catch(
    (error: unknown) => error,
  );
  expect(thrown).toBeInstanceOf(TypeError);
});

describe('a server that could not answer just now', () => {
  const later = () =>
    Response.json({ code: 'http.unavailable', message: 'Later' }, { status: 503, headers: { 'retry-after': '1' } });
  const counting = (responses: (() => Response)[]) => {
    let sent = 0;
    vi.stubGlobal('fetch', async () => (responses[sent++] ?? later)());
    return () => sent;
  };

  it('gets a repeated call when the call is idempotent', async () => {
    const sent = counting([later, later, () => Response.json({ status: 'success' })]);
    expect(await send('POST /api/client-info', { body: {} }, { idempotencyKey: 'k' })).toEqual({ status: 'success' });
    expect(sent()).toBe(3);
  });

  it('gets no other call again, and not without end', async () => {
    const once = counting([]);
    await expect(send('POST /api/client-info', { body: {} }, {})).rejects.toMatchObject({ code: 'http.unavailable' });
    expect(once()).toBe(1);
    const often = counting([]);
    await expect(send('POST /api/client-info', { body: {} }, { idempotencyKey: 'k' })).rejects.toThrow('Later');
    expect(often()).toBe(4);
  });

  it('gets no call again for which it has waited already, so that no button stays busy for a minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    try {
      let sent = 0;
      vi.stubGlobal('fetch', async () => {
        sent += 1;
        vi.advanceTimersByTime(10_000);
        return later();
      });
      await expect(send('POST /api/client-info', { body: {} }, { idempotencyKey: 'k' })).rejects.toThrow('Later');
      expect(sent).toBe(1);
    } finally {
      vi.useRealTimers();
    }
  });

  it('gets the calls of every screen again', async () => {
    const sent = counting([later, () => Response.json({ status: 'success' })]);
    const read = () => send('POST /api/client-info', { body: {} }, {});
    expect(await queries.fetchQuery({ queryKey: ['later'], queryFn: read })).toEqual({
      status: 'success',
    });
    expect(sent()).toBe(2);
  });
});
