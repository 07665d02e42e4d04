import { useState } from 'react';
import { candleIntervals, type CandleInterval } from '#contract/market/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { useTheme } from '#web/platform/theme.ts';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './ChartPanel.module.css';
import { LiveChart } from './LiveChart.tsx';
import { useTerminal } from '../terminal.ts';
import { useCandles, useInstrument } from '../terminal-queries.ts';

/** The chosen instrument in candles, to the edges of its place. */
export function ChartPanel({ className }: { className?: string | undefined }) {
  const t = useText();
  const format = useFormat();
  const { symbol } = useTerminal();
  const theme = useTheme();
  const [interval, setInterval] = useState<CandleInterval>('15m');
  const { instrument, quote } = useInstrument();
  const query = useCandles(interval);
  return (
    <section className={cx(styles.panel, className)} aria-label={t('terminal.part_chart')}>
      <div className={styles.head}>
        <h2 className={styles.title}>
          <bdi>{symbol}</bdi> <span className={styles.name}>{instrument?.name}</span>
        </h2>
        <div className={styles.intervals}>
          <SegmentedControl
            label={t('terminal.interval')}
            options={candleIntervals.map((value) => ({ value, label: t(`terminal.interval_${value}`) }))}
            value={interval}
            onChange={setInterval}
          />
        </div>
      </div>
      <div className={styles.body}>
        <Async query={query} className={styles.wait} skeleton={<Skeleton shape="block" height="100%" />}>
          {({ candles }) => (
            <LiveChart
              key={`${symbol}-${interval}-${theme}`}
              candles={candles}
              digits={instrument?.digits ?? 2}
              label={t('terminal.chart_label', {
                symbol,
                price: quote ? format.price(quote.bid) : '',
                change: quote ? format.change(quote.change_percent) : '',
              })}
            />
          )}
        </Async>
      </div>
    </section>
  );
}
