import { useSyncExternalStore } from 'react';

/** From here on all parts stand side by side; Terminal.module.css has the same. */
const wide = '(width >= 64em)';

function subscribe(listener: () => void): () => void {
  const query = window.matchMedia(wide);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

export const useIsWide = () => useSyncExternalStore(subscribe, () => window.matchMedia(wide).matches);
