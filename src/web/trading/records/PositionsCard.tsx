import { useQuery } from '@tanstack/react-query';
import { Layers } from 'lucide-react';
import type { TradingAccount } from '#contract/trading/endpoints.ts';
import type { Position } from '#contract/trading/records.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Movement, Price } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { useAskSupportColumn } from '#web/support/AskSupport.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { EmptyState } from '#web/ui/feedback/EmptyState.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { liveOpenQuery } from '../account-queries.ts';
import { aboutTicket } from '../support-links.ts';
import { useInstrumentColumn } from '../RecordCells.tsx';

/** Positions that are open on an account, at present prices. */
export function PositionsCard({ account: { trading_account_id: number, currency } }: { account: TradingAccount }) {
  const t = useText();
  const query = useQuery(liveOpenQuery(number));
  return (
    <QueryCard query={query} title={t('trading.positions')} flush skeleton={<SkeletonRows count={3} />}>
      {({ positions }) =>
        positions.length === 0 ? (
          <EmptyState icon={Layers} title={t('trading.nothing_open')} text={t('trading.nothing_open_text')} />
        ) : (
          <Positions positions={positions} currency={currency} account={number} />
        )
      }
    </QueryCard>
  );
}

interface PositionsProps {
  positions: readonly Position[];
  currency: string;
  account: string;
}

function Positions({ positions, currency, account }: PositionsProps) {
  const t = useText();
  const request = useAskSupportColumn<Position>(({ ticket }) => aboutTicket('position', account, ticket));
  const instrument = useInstrumentColumn<Position>();
  const columns: Column<Position>[] = [
    instrument,
    { key: 'opened', header: t('trading.opened_on'), wide: true, cell: ({ opened_at }) => <DateTime at={opened_at} /> },
    {
      key: 'open',
      header: t('trading.open_price'),
      numeric: true,
      wide: true,
      cell: ({ open_price }) => <Price price={open_price} />,
    },
    {
      key: 'price',
      header: t('trading.price_now'),
      numeric: true,
      bare: true,
      cell: ({ price }) => price && <Price price={price} />,
    },
    {
      key: 'swap',
      header: t('trading.swap'),
      numeric: true,
      cell: ({ swap }) => <Movement amount={swap} currency={currency} />,
    },
    {
      key: 'profit',
      header: t('trading.profit'),
      numeric: true,
      beside: true,
      cell: ({ profit }) => <Movement amount={profit} currency={currency} />,
    },
    request,
  ];
  return (
    <DataTable caption={t('trading.positions')} columns={columns} rows={positions} rowKey={({ ticket }) => ticket} />
  );
}
