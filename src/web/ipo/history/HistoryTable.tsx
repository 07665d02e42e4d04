import { FileText, PieChart, Tag, Undo2 } from 'lucide-react';
import type { ReactElement } from 'react';
import type { HistoryLine } from '#contract/ipo/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Flow, Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Sign } from '#web/ui/rows/Row.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import { visuallyHiddenOnPhone } from '#web/ui/VisuallyHidden.tsx';
import textStyles from '#web/ui/Text.module.css';

const signs: Record<HistoryLine['kind'], ReactElement> = {
  application: <FileText {...icon} />,
  cancellation: <Undo2 {...icon} />,
  allotment: <PieChart {...icon} />,
  sale: <Tag {...icon} />,
};

/** Lines of the history, the latest first. */
export function HistoryTable({ lines }: { lines: readonly HistoryLine[] }) {
  const t = useText();
  const sum = (amount: string | null, currency: string) =>
    amount !== null && <Sum amount={amount} currency={currency} />;
  const columns: Column<HistoryLine>[] = [
    {
      key: 'issuer',
      header: t('ipo.offering'),
      cell: ({ stock_id, issuer, ticker }) => (
        <>
          <Link to={`/ipo/calendar/${stock_id}`}>
            <bdi>{issuer}</bdi>
          </Link>
          <p className={cx(textStyles.soft, visuallyHiddenOnPhone)}>
            <bdi>{ticker}</bdi>
          </p>
        </>
      ),
    },
    { key: 'at', header: t('ipo.when'), bare: true, cell: ({ at }) => <DateTime at={at} as="brief" /> },
    {
      key: 'kind',
      header: t('ipo.kind'),
      bare: true,
      cell: ({ kind, number }) => (
        <>
          {t(`ipo.kind_${kind}`)}
          <p className={cx(textStyles.soft, visuallyHiddenOnPhone)}>
            <RecordNumber value={number} />
          </p>
        </>
      ),
    },
    {
      key: 'quantity',
      header: t('ipo.number_of_shares'),
      numeric: true,
      bare: true,
      cell: ({ quantity }) => t('ipo.shares', { count: quantity }),
    },
    {
      key: 'price',
      header: t('ipo.share_price'),
      numeric: true,
      wide: true,
      cell: ({ price, currency }) => sum(price, currency),
    },
    { key: 'fee', header: t('ipo.fees'), numeric: true, wide: true, cell: ({ fee, currency }) => sum(fee, currency) },
    {
      key: 'amount',
      header: t('ipo.movement'),
      numeric: true,
      beside: true,
      cell: ({ amount, currency }) => amount !== null && <Flow amount={amount} currency={currency} />,
    },
  ];
  return (
    <DataTable
      caption={t('ipo.history_title')}
      columns={columns}
      rows={lines}
      rowKey={({ id, kind }) => `${kind}-${id}`}
      sign={({ kind }) => <Sign>{signs[kind]}</Sign>}
    />
  );
}
