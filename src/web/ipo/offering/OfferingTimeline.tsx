import type { Offering } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Step, Steps } from '#web/ui/layout/Steps.tsx';

interface TimelineProps {
  offering: Offering;
  track?: boolean;
  /** Of a record, which says the rest itself. */
  near?: boolean;
}

/** So many are near: what was last, what is next, and what follows. */
const nearSteps = 4;

/** The dates of an offering in their order: what was, what is next, what follows. Those that never come are left out, and of a `near` line those far behind. */
export function OfferingTimeline({ offering, track = false, near = false }: TimelineProps) {
  const t = useText();
  const now = useNow();
  const { announced_at, opens_at, closes_at, confirm_until, allotted_at, listed_at, lock_up_ends_at, mode } = offering;
  const isStopped = offering.state === 'withdrawn' || offering.state === 'postponed';
  const dates = [
    { key: 'announced', at: announced_at, isSure: false },
    { key: 'opens', at: opens_at, isSure: true },
    { key: 'closes', at: closes_at, isSure: true },
    { key: 'confirm_until', at: confirm_until, isSure: false },
    { key: 'allotment', at: allotted_at, isSure: mode === 'subscription' },
    { key: 'listing', at: listed_at, isSure: true },
    { key: 'lock_up_ends', at: lock_up_ends_at, isSure: offering.lock_up_days > 0 },
  ] as const;
  const shown = dates.filter(({ at, isSure }) => at !== null || isSure);
  const isDone = (at: string | null) => at !== null && new Date(at) <= now;
  const next = isStopped ? undefined : shown.find(({ at }) => !isDone(at));
  const from = near ? Math.min(Math.max(0, shown.findIndex((date) => date === next) - 1), shown.length - nearSteps) : 0;
  return (
    <Steps track={track}>
      {shown.slice(Math.max(0, from), near ? Math.max(0, from) + nearSteps : undefined).map((date) => (
        <Step
          key={date.key}
          state={isDone(date.at) ? 'done' : date === next ? 'next' : 'ahead'}
          more={
            date.at === null ? (
              t('ipo.not_set')
            ) : (
              <DateTime at={date.at} as={isDone(date.at) || near ? 'date' : 'dateTime'} />
            )
          }
        >
          {t(`ipo.${date.key}`)}
        </Step>
      ))}
    </Steps>
  );
}
