import { useState } from 'react';
import type { Candle } from '#contract/market/endpoints.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Button } from '#web/ui/Button.tsx';
import { DataTable } from '#web/ui/tables/DataTable.tsx';
import styles from './Chart.module.css';

const step = 24;

interface CandleTableProps {
  candles: readonly Candle[];
  caption: string;
  /** Each is a day of the product's calendar, and none of the reader's. */
  daily: boolean;
}

/** What the chart draws, in figures; the latest first. */
export function CandleTable({ candles, caption, daily }: CandleTableProps) {
  const t = useText();
  const format = useFormat();
  const [count, setCount] = useState(step);
  const figure = (name: 'open' | 'high' | 'low' | 'close', header: string) => ({
    key: name,
    header,
    numeric: true,
    cell: (candle: Candle) => <bdi>{format.price(candle[name])}</bdi>,
  });
  return (
    <>
      <DataTable
        caption={caption}
        rows={candles.toReversed().slice(0, count)}
        rowKey={({ at }) => at}
        columns={[
          {
            key: 'time',
            header: t('articles.time'),
            cell: ({ at }) => (daily ? format.day(at.slice(0, 10)) : <DateTime at={at} />),
          },
          figure('open', t('articles.chart_open')),
          figure('high', t('articles.chart_high')),
          figure('low', t('articles.chart_low')),
          figure('close', t('articles.chart_close')),
        ]}
      />
      {count < candles.length && (
        <div className={styles.more}>
          <Button onClick={() => setCount(count + step)}>{t('common.load_more')}</Button>
        </div>
      )}
    </>
  );
}
