import type { ReactNode } from 'react';
import type { Order } from '#contract/trading/records.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import { cx } from '#web/ui/cx.ts';
import styles from './RecordCells.module.css';

type Traded = Pick<Order, 'symbol' | 'side' | 'volume'>;

/** The instrument, which way, and how much. */
export function Direction({ record: { symbol, side, volume }, note }: { record: Traded; note?: ReactNode }) {
  const t = useText();
  const format = useFormat();
  return (
    <>
      <bdi>{symbol}</bdi>
      <p className={cx(styles.more, styles.direction)}>
        {t(`trading.type_${side}`)} <bdi>{format.price(volume)}</bdi> {note}
      </p>
    </>
  );
}

/** The first column of every table of trades. */
export function useInstrumentColumn<Row extends Traded>(noteOf?: (row: Row) => ReactNode): Column<Row> {
  const t = useText();
  return {
    key: 'symbol',
    header: t('trading.instrument'),
    cell: (record) => <Direction record={record} note={noteOf?.(record)} />,
  };
}
