import type { Dashboard } from '#contract/dashboard/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Meter } from '#web/ui/figures/Meter.tsx';
import flowStyles from '#web/ui/layout/Flow.module.css';
import textStyles from '#web/ui/Text.module.css';
import styles from './Dashboard.module.css';

/** How far those have come who registered in the period, and in the one before. */
export function FunnelList({ funnel }: Pick<Dashboard, 'funnel'>) {
  const t = useText();
  const format = useFormat();
  const all = funnel[0]?.count ?? 0;
  return (
    <ol className={flowStyles.stack12}>
      {funnel.map(({ step, count, before }) => {
        const name = t(`dashboard.step_${step}`);
        const share = format.percent(all === 0 ? 0 : Math.round((count * 1000) / all) / 10);
        return (
          <li key={step} className={flowStyles.stack4}>
            <span className={styles.line}>
              <span>{name}</span>
              <bdi>
                {format.number(count)} · {share}
              </bdi>
            </span>
            <Meter label={name} value={count} max={Math.max(all, 1)} valueText={`${format.number(count)} (${share})`} />
            <span className={textStyles.soft}>{t('dashboard.funnel_before', { count: before })}</span>
          </li>
        );
      })}
    </ol>
  );
}
