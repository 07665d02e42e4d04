/** What the provider of single sign-on added to our address. */
export interface ProviderAnswer {
  state: string;
  code?: string;
  iss?: string;
  error?: string;
}

const names = ['state', 'code', 'iss', 'error'] as const;

/** Reads the answer and takes it out of the address, so that neither the history nor a copied address holds it. */
export function takeProviderAnswer(): ProviderAnswer | undefined {
  const { searchParams } = new URL(window.location.href);
  const found = Object.fromEntries(
    names.flatMap((name) => {
      const value = searchParams.get(name);
      return value === null ? [] : [[name, value]];
    }),
  );
  if (!('state' in found)) return undefined;
  window.history.replaceState(window.history.state, '', window.location.pathname);
  return found as unknown as ProviderAnswer;
}
