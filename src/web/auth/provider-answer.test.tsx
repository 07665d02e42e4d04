import { act, renderHook } from '@testing-library/react';
import { Suspense, use, type ReactNode } from 'react';
import { beforeEach, describe, expect, it } from 'vitest';
import { useProviderAnswer } from './provider-answer.ts';

beforeEach(() => window.history.replaceState({}, '', '/en/login/staff?state=s1&code=secret&iss=https%3A%2F%2Fid.test'));

describe('the answer of the provider of single sign-on', () => {
  it('leaves the address, and can be forgotten', () => {
    const { result } = renderHook(() => useProviderAnswer());
    expect(result.current[0]).toEqual({ state: 's1', code: 'secret', iss: 'https://id.test' });
    expect(window.location.href).not.toContain('secret');
    act(() => result.current[1]());
    expect(result.current[0]).toBeUndefined();
  });

  it('is still there when React throws the first render away', async () => {
    let arrive = (): void => undefined;
    const texts = new Promise<void>((resolve) => (arrive = resolve));
    const wrapper = ({ children }: { children: ReactNode }) => <Suspense fallback={null}>{children}</Suspense>;
    const seen: (string | undefined)[] = [];
    const useSuspended = () => {
      const [answer] = useProviderAnswer();
      use(texts);
      seen.push(answer?.code);
    };
    // A render that waits within `act` is made again only if the act is awaited.
    await act(async () => void renderHook(useSuspended, { wrapper }));
    await act(async () => arrive());
    expect(seen).toEqual(['secret']);
    expect(window.location.href).not.toContain('secret');
  });
});
