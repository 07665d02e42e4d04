import { useEffect } from 'react';
import { useIsLoading } from '#web/platform/pending.ts';

/** Marks the page as busy while calls are under way: the global loader, for whoever styles or watches the page. */
export function BusyMark() {
  const isLoading = useIsLoading();
  useEffect(() => {
    document.body.toggleAttribute('data-loading', isLoading);
  }, [isLoading]);
  return null;
}
