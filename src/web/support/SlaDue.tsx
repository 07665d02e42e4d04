import { useNow } from '#web/platform/i18n/server-clock.ts';
import { When } from '#web/platform/i18n/DateTime.tsx';

/** By when support promised to answer; once that is past, a promise no more but an apology. */
export function Promised({ at }: { at: string }) {
  const isLate = new Date(at) < useNow();
  return <When at={at} within={isLate ? 'tickets.late' : 'tickets.promised'} />;
}
