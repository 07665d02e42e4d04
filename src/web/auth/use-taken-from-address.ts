import { useEffect, useState } from 'react';

/**
 * What somewhere else has added to our address, which then loses it, so that neither the history nor a copied address
 * holds it: in an effect, because a render that React throws away and makes again must find it still there.
 */
export function useTakenFromAddress<T>(read: (address: URL) => T | undefined): T | undefined {
  const [taken] = useState(() => read(new URL(window.location.href)));
  useEffect(() => {
    if (taken !== undefined) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [taken]);
  return taken;
}
