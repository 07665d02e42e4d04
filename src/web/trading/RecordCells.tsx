import type { ReactNode } from 'react';
import { useText } from '#web/platform/i18n.tsx';
import type { Column } from '#web/ui/DataTable.tsx';
import styles from './DealsTable.module.css';

interface Traded {
  symbol: string;
  side: 'buy' | 'sell';
  volume: string;
}

/** The instrument, which way, and how much. */
export function Direction({ record: { symbol, side, volume }, note }: { record: Traded; note?: ReactNode }) {
  const t = useText();
  return (
    <>
      <bdi>{symbol}</bdi>
      <p className={styles.more}>
        {t(`trading.type_${side}`)} <bdi>{volume}</bdi> {note}
      </p>
    </>
  );
}

/** The first column of every table of trades. */
export function useInstrumentColumn<Row extends Traded>(): Column<Row> {
  const t = useText();
  return { key: 'symbol', header: t('trading.instrument'), cell: (record) => <Direction record={record} /> };
}
