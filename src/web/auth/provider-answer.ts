import { useEffect, useState } from 'react';

/** What the provider of single sign-on added to our address. */
export interface ProviderAnswer {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
}

const names = ['state', 'code', 'iss', 'error'] as const;

function readProviderAnswer(): ProviderAnswer | undefined {
  const { searchParams } = new URL(window.location.href);
  const found = Object.fromEntries(
    names.flatMap((name) => {
      const value = searchParams.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  return 'state' in found ? (found as unknown as ProviderAnswer) : undefined;
}

/**
 * The answer with which the provider sent the browser here, and a way to forget it. The address loses the answer, so
 * that neither the history nor a copied address holds it: in an effect, because a render that React throws away and
 * makes again must find the answer still there.
 */
export function useProviderAnswer(): [ProviderAnswer | undefined, () => void] {
  const [answer, setAnswer] = useState(readProviderAnswer);
  useEffect(() => {
    if (answer) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [answer]);
  return [answer, () => setAnswer(undefined)];
}
