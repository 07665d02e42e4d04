import type { Overview } from '#contract/portfolio/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Meter } from '#web/ui/figures/Meter.tsx';
import { TierOutlook } from './TierOutlook.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import styles from './TierProgress.module.css';

/** The client's tier, the progress to the next, what is missing, and what comes next. */
export function TierProgress({ overview }: { overview: Overview }) {
  const t = useText();
  const format = useFormat();
  const { tier, next_tier: next, to_next_tier: missing, tier_progress: percent } = overview;
  const text = () => {
    if (next === null || missing === null) return t('common.tier_top');
    if (percent === 100) return t('common.tier_enough', { tier: t(`common.tier_${next}`) });
    return t('common.tier_missing', { amount: format.symbol(missing, 'USD'), tier: t(`common.tier_${next}`) });
  };
  return (
    <div className={flowStyles.stack8}>
      <p className={styles.tier}>{t(`common.tier_${tier}`)}</p>
      {percent > 0 && <Meter label={t('common.tier_progress')} value={percent} max={100} valueText={text()} />}
      <p className={textStyles.soft}>{text()}</p>
      <TierOutlook overview={overview} />
    </div>
  );
}
