import { useState } from 'react';
import { candleIntervals, type CandleInterval } from '#contract/market/names.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Async } from '#web/platform/api/Async.tsx';
import { useTheme } from '#web/platform/theme.ts';
import { Card } from '#web/ui/layout/Card.tsx';
import { SegmentedControl } from '#web/ui/forms/SegmentedControl.tsx';
import { Skeleton } from '#web/ui/feedback/Skeleton.tsx';
import { CandleChart } from './CandleChart.tsx';
import styles from './ChartPanel.module.css';
import { useTerminal } from './terminal.ts';
import { useCandles, useInstrument, usePaperState } from './terminal-queries.ts';

/** Candles of the chosen instrument, with the prices of the account's positions in it. */
export function ChartPanel({ className }: { className: string | undefined }) {
  const t = useText();
  const format = useFormat();
  const { symbol } = useTerminal();
  const theme = useTheme();
  const [interval, setInterval] = useState<CandleInterval>('15m');
  const { instrument, quote } = useInstrument();
  const query = useCandles(interval);
  const positions = usePaperState().data?.positions.filter((position) => position.symbol === symbol) ?? [];
  return (
    <Card
      className={className}
      title={
        <>
          <bdi>{symbol}</bdi> <span className={styles.name}>{instrument?.name}</span>
        </>
      }
      actions={
        <div className={styles.intervals}>
          <SegmentedControl
            label={t('terminal.interval')}
            options={candleIntervals.map((value) => ({ value, label: t(`terminal.interval_${value}`) }))}
            value={interval}
            onChange={setInterval}
          />
        </div>
      }
    >
      <Async query={query} skeleton={<Skeleton shape="block" height="22rem" />}>
        {({ candles }) => (
          <CandleChart
            key={`${symbol}-${interval}-${theme}`}
            candles={candles}
            digits={instrument?.digits ?? 2}
            levels={positions.map((position) => ({ price: position.open_price, side: position.side }))}
            label={t('terminal.chart_label', {
              symbol,
              price: quote ? format.price(quote.bid) : '',
              change: quote ? format.change(quote.change_percent) : '',
            })}
          />
        )}
      </Async>
    </Card>
  );
}
