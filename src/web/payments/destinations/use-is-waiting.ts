import type { Destination } from '#contract/payments/endpoints.ts';
import { useNow } from '#web/platform/i18n/server-clock.ts';

/** Whether a confirmed crypto address cannot be used yet. */
export function useIsWaiting(of: Pick<Destination, 'usable_from'> | undefined): boolean {
  const now = useNow();
  return of?.usable_from != null && Date.parse(of.usable_from) > now.getTime();
}
