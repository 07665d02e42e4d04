import type { ClosedPosition } from '#contract/trading/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Movement, Price } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useAskSupportColumn } from '#web/support/AskSupport.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { aboutTicket } from './support-links.ts';
import { netOf } from './records/net.ts';
import { useInstrumentColumn } from './RecordCells.tsx';

interface ClosedTableProps {
  positions: readonly ClosedPosition[];
  /** Of the account that the positions were on. */
  currency: string;
  /** Its number, where one may ask support about a position. */
  account?: string;
}

/** Positions that are closed for good, each with what it came to after costs. */
export function ClosedTable({ positions, currency, account }: ClosedTableProps) {
  const t = useText();
  const request = useAskSupportColumn<ClosedPosition>(({ ticket }) => aboutTicket('position', account ?? '', ticket));
  const columns: Column<ClosedPosition>[] = [
    useInstrumentColumn<ClosedPosition>(),
    { key: 'closed', header: t('trading.closed_on'), bare: true, cell: ({ closed_at }) => <DateTime at={closed_at} /> },
    {
      key: 'why',
      header: t('trading.why'),
      bare: true,
      cell: ({ close_reason }) => t(`trading.reason_${close_reason}`),
    },
    {
      key: 'open',
      header: t('trading.open_price'),
      numeric: true,
      wide: true,
      cell: ({ open_price }) => <Price price={open_price} />,
    },
    {
      key: 'close',
      header: t('trading.close_price'),
      numeric: true,
      wide: true,
      cell: ({ close_price }) => <Price price={close_price} />,
    },
    {
      key: 'net',
      header: t('trading.net'),
      numeric: true,
      beside: true,
      cell: (position) => <Movement amount={netOf(position, currency)} currency={currency} />,
    },
    ...(account === undefined ? [] : [request]),
  ];
  return (
    <DataTable caption={t('trading.closed_title')} columns={columns} rows={positions} rowKey={({ ticket }) => ticket} />
  );
}
