import type { PaperState } from '#contract/paper/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './MarginGauge.module.css';
import { gaugeShare } from '#web/ui/figures/gauge-share.ts';

/** The margin level on a line from nothing over 100 % to no limit, with a mark where positions begin to be closed. */
export function MarginGauge({ account }: { account: PaperState['account'] }) {
  const t = useText();
  const format = useFormat();
  const { margin_level: level, margin_call_percent: call, stop_out_percent: stopOut } = account;
  if (level === null) return <span className={styles.none}>{t('terminal.no_margin_level')}</span>;
  const isLow = Number(level) <= Number(call);
  const text = format.share(level);
  return (
    <span className={cx(styles.gauge, isLow && styles.low)}>
      <span
        className={styles.line}
        role="meter"
        aria-label={t('terminal.margin_level')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(gaugeShare(level))}
        aria-valuetext={text}
        title={t('terminal.gauge', { stop_out: format.percent(stopOut) })}
      >
        <span className={styles.fill} style={{ inlineSize: `${gaugeShare(level)}%` }} />
        <span className={styles.mark} style={{ insetInlineStart: `${gaugeShare(stopOut)}%` }} />
      </span>
      {text}
    </span>
  );
}
