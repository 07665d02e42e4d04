import type { IpoHolding } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import { timeLeft } from '../next-date.ts';
import styles from '../Stack.module.css';

/** Whether shares can be sold, and how many days are left until then. */
export function LockUpClock({ holding: { state, lock_up_ends_at } }: { holding: IpoHolding }) {
  const t = useText();
  const now = useNow();
  return (
    <>
      <State tone={state === 'tradable' ? 'accent' : 'neutral'}>{t(`ipo.holding_${state}`)}</State>
      {state === 'in_lock_up' && lock_up_ends_at && (
        <p className={styles.line}>
          <span>{t('ipo.days_left', { count: wholeDays(lock_up_ends_at, now) })}</span>
          <span>
            <DateTime at={lock_up_ends_at} as="date" within="ipo.locked_until" />
          </span>
        </p>
      )}
    </>
  );
}

/** Days until an instant, the one that has begun included. */
function wholeDays(at: string, now: Date): number {
  const { days, hours, minutes } = timeLeft(at, now);
  return hours + minutes > 0 ? days + 1 : days;
}
