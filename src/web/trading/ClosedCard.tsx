import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { TradingAccount } from '#contract/trading.ts';
import type { ClosedPosition } from '#contract/trading-records.ts';
import { useText } from '#web/platform/i18n.tsx';
import { MoreButton } from '#web/platform/MoreButton.tsx';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { Movement } from '#web/platform/Sum.tsx';
import { When } from '#web/platform/When.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { closedQuery } from './account-queries.ts';
import { netOf } from './net.ts';
import { useInstrumentColumn } from './RecordCells.tsx';

/** Positions that are closed for good, with what all of them came to after costs. */
export function ClosedCard({ account: { trading_account_id: number, currency } }: { account: TradingAccount }) {
  const t = useText();
  const query = useInfiniteQuery(closedQuery(number));
  const instrument = useInstrumentColumn<ClosedPosition>();
  const columns: Column<ClosedPosition>[] = [
    instrument,
    { key: 'closed', header: t('trading.closed_on'), cell: ({ closed_at }) => <When at={closed_at} /> },
    { key: 'open', header: t('trading.open_price'), numeric: true, cell: ({ open_price }) => <bdi>{open_price}</bdi> },
    {
      key: 'close',
      header: t('trading.close_price'),
      numeric: true,
      cell: ({ close_price }) => <bdi>{close_price}</bdi>,
    },
    {
      key: 'net',
      header: t('trading.net'),
      numeric: true,
      cell: (position) => <Movement amount={netOf([position], currency)} currency={currency} />,
    },
  ];
  return (
    <QueryCard query={query} title={t('trading.closed_title')} flush skeleton={<SkeletonRows count={4} />}>
      {({ pages }) => {
        const rows = pages.flatMap(({ positions }) => positions);
        const totals = pages[0]?.totals;
        if (rows.length === 0) return <EmptyState icon={ReceiptText} title={t('trading.nothing_closed')} />;
        return (
          <>
            <DataTable
              caption={t('trading.closed_title')}
              columns={columns}
              rows={rows}
              rowKey={({ ticket }) => ticket}
              {...(totals && {
                total: {
                  label: t('trading.net_of_all', { count: totals.count }),
                  value: <Movement amount={totals.net} currency={currency} />,
                },
              })}
            />
            <MoreButton query={query} />
          </>
        );
      }}
    </QueryCard>
  );
}
