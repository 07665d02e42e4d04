import { useInfiniteQuery } from '@tanstack/react-query';
import { ReceiptText } from 'lucide-react';
import type { ClosedPosition } from '#contract/trading-records.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Loaded } from '#web/platform/Loaded.tsx';
import { MoreButton } from '#web/platform/MoreButton.tsx';
import { Movement } from '#web/platform/Sum.tsx';
import { When } from '#web/platform/When.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';
import { Side } from './Side.tsx';
import { useTerminal } from './terminal.ts';
import { closedQuery } from './terminal-queries.ts';

/** Positions that are closed for good, with what all of them came to. */
export function ClosedTable({ currency }: { currency: string }) {
  const t = useText();
  const query = useInfiniteQuery(closedQuery(useTerminal().session));
  const columns: Column<ClosedPosition>[] = [
    { key: 'symbol', header: t('terminal.instrument'), cell: (position) => <Side record={position} /> },
    { key: 'closed', header: t('terminal.closed_when'), cell: ({ closed_at }) => <When at={closed_at} /> },
    { key: 'open', header: t('terminal.open_price'), numeric: true, cell: ({ open_price }) => <bdi>{open_price}</bdi> },
    {
      key: 'close',
      header: t('terminal.close_price'),
      numeric: true,
      cell: ({ close_price }) => <bdi>{close_price}</bdi>,
    },
    { key: 'why', header: t('terminal.why'), cell: ({ close_reason }) => t(`terminal.reason_${close_reason}`) },
    {
      key: 'profit',
      header: t('terminal.profit'),
      numeric: true,
      cell: ({ profit }) => <Movement amount={profit} currency={currency} />,
    },
  ];
  return (
    <Loaded query={query} skeleton={<SkeletonRows count={4} />}>
      {({ pages }) => {
        const rows = pages.flatMap(({ positions }) => positions);
        const net = pages[0]?.totals?.net;
        if (rows.length === 0) return <EmptyState icon={ReceiptText} title={t('terminal.no_closed')} />;
        return (
          <>
            <DataTable
              caption={t('terminal.tab_closed')}
              columns={columns}
              rows={rows}
              rowKey={({ ticket }) => ticket}
              {...(net !== undefined && {
                total: { label: t('terminal.net'), value: <Movement amount={net} currency={currency} /> },
              })}
            />
            <MoreButton query={query} />
          </>
        );
      }}
    </Loaded>
  );
}
