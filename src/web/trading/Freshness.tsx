import { useText } from '#web/platform/i18n/i18n.tsx';
import { useNow } from '#web/platform/i18n/server-clock.ts';
import { RelativeTime, DateTime } from '#web/platform/i18n/DateTime.tsx';
import { State } from '#web/ui/State.tsx';
import styles from './Freshness.module.css';

/** After so long the platform's figures may no longer be what it would say now. */
const staleAfterMs = 15 * 60_000;

/** When the platform last reported the figures, and a mark when that was long ago; `brief` says only that. */
export function Freshness({ at, brief = false }: { at: string; brief?: boolean }) {
  const t = useText();
  const isStale = useNow().getTime() - new Date(at).getTime() > staleAfterMs;
  if (brief && !isStale) return null;
  return (
    <p className={styles.freshness}>
      {isStale && <State tone="warning">{t('trading.stale')}</State>}
      <span>
        {isStale ? (
          <DateTime at={at} within="trading.synchronised" />
        ) : (
          <RelativeTime at={at} within="trading.synchronised" />
        )}
      </span>
    </p>
  );
}
