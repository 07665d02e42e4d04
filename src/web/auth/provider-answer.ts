import { useState } from 'react';
import { useTakenFromAddress } from './use-taken-from-address.ts';

/** What the provider of single sign-on added to our address. */
export interface ProviderAnswer {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
}

const names = ['state', 'code', 'iss', 'error'] as const;

function readProviderAnswer({ searchParams }: URL): ProviderAnswer | undefined {
  const found = Object.fromEntries(
    names.flatMap((name) => {
      const value = searchParams.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  return 'state' in found ? (found as unknown as ProviderAnswer) : undefined;
}

/** The answer with which the provider sent the browser here, and a way to forget it. */
export function useProviderAnswer(): [ProviderAnswer | undefined, () => void] {
  const answer = useTakenFromAddress(readProviderAnswer);
  const [isForgotten, setForgotten] = useState(false);
  return [isForgotten ? undefined : answer, () => setForgotten(true)];
}
