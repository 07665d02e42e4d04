import { act, renderHook, waitFor } from '@testing-library/react';
import { StrictMode } from 'react';
import { describe, expect, it } from 'vitest';
import { applyLanguage } from '#web/platform/i18n/language.ts';
import { useOnce } from './use-one-time-token.ts';

/** Responses of a server that accepts each token once, and counts its calls. */
function serverThatTakes(...responses: ('ok' | Error)[]) {
  const pending: string[] = [];
  const spend = (token: string) => {
    const response = responses[pending.push(token) - 1] ?? new Error('used already');
    return response === 'ok' ? Promise.resolve() : Promise.reject(response);
  };
  return { pending, spend };
}

describe('a one-time token', () => {
  it('is spent once, though React mounts twice and the screen is opened again', async () => {
    const { pending, spend } = serverThatTakes('ok');
    const first = renderHook(() => useOnce('token-1', spend), { wrapper: StrictMode });
    await waitFor(() => expect(first.result.current.state).toBe('done'));
    first.unmount();
    const second = renderHook(() => useOnce('token-1', spend), { wrapper: StrictMode });
    expect(second.result.current.state).toBe('done');
    expect(pending).toEqual(['token-1']);
  });

  it('may be tried again after a failure', async () => {
    const lost = new Error('no connection');
    const { pending, spend } = serverThatTakes(lost, 'ok');
    const { result } = renderHook(() => useOnce('token-2', spend), { wrapper: StrictMode });
    await waitFor(() => expect(result.current).toMatchObject({ state: 'failed', error: lost }));
    result.current.retry();
    await waitFor(() => expect(result.current.state).toBe('done'));
    expect(pending).toEqual(['token-2', 'token-2']);
  });

  it('is tried again in another language after a failure, which is told in the language of its time', async () => {
    const { pending, spend } = serverThatTakes(new Error('It has expired.'), new Error('Abgelaufen.'));
    const { result } = renderHook(() => useOnce('token-3', spend), { wrapper: StrictMode });
    await waitFor(() => expect(result.current).toMatchObject({ error: { message: 'It has expired.' } }));
    act(() => applyLanguage('de'));
    await waitFor(() => expect(result.current).toMatchObject({ error: { message: 'Abgelaufen.' } }));
    expect(pending).toEqual(['token-3', 'token-3']);
    act(() => applyLanguage('en'));
  });
});
