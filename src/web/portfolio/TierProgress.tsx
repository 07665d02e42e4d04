import type { Overview } from '#contract/portfolio.ts';
import { useFormat } from '#web/platform/format.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { Meter } from '#web/ui/Meter.tsx';
import styles from './TierProgress.module.css';

/** The present tier, how far the client is to the next, and what is missing. */
export function TierProgress({ overview }: { overview: Overview }) {
  const t = useText();
  const format = useFormat();
  const { tier, next_tier: next, to_next_tier: missing, tier_progress: percent } = overview;
  const text =
    next === null || missing === null
      ? t('common.tier_top')
      : t('common.tier_missing', { amount: format.money(missing, 'USD'), tier: t(`common.tier_${next}`) });
  return (
    <div className={styles.tier}>
      <p className={styles.line}>
        <span className={styles.label}>{t('common.tier')}</span>
        <Badge tone="accent">{t(`common.tier_${tier}`)}</Badge>
      </p>
      <Meter label={t('common.tier_progress')} value={percent} max={100} valueText={text} />
      <p className={styles.label}>{text}</p>
    </div>
  );
}
