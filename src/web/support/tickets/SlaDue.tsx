import { useNow } from '#web/platform/i18n/server-clock.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';

/** By when support promised to answer; once that is past, a promise no more but an apology. */
export function SlaDue({ at }: { at: string }) {
  const isLate = new Date(at) < useNow();
  return <DateTime at={at} within={isLate ? 'tickets.late' : 'tickets.sla_due'} />;
}
