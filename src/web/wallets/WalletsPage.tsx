import { useQuery } from '@tanstack/react-query';
import { Wallet as WalletIcon } from 'lucide-react';
import type { Wallet } from '#contract/wallets.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { QueryCard } from '#web/platform/QueryCard.tsx';
import { walletsQuery } from '#web/platform/session.ts';
import { Sum } from '#web/platform/Sum.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SkeletonRows } from '#web/ui/SkeletonRows.tsx';

/** Every wallet with what is in it. */
export function WalletsPage() {
  const t = useText();
  const wallets = useQuery(walletsQuery);
  return (
    <Page title={t('wallets.list_title')} intro={t('wallets.list_intro')}>
      <QueryCard query={wallets} flush skeleton={<SkeletonRows count={2} />}>
        {(rows) =>
          rows.length > 0 ? (
            <WalletTable wallets={rows} />
          ) : (
            <EmptyState icon={WalletIcon} title={t('wallets.empty_title')} text={t('wallets.empty_text')} />
          )
        }
      </QueryCard>
    </Page>
  );
}

function WalletTable({ wallets }: { wallets: readonly Wallet[] }) {
  const t = useText();
  const columns: Column<Wallet>[] = [
    { key: 'name', header: t('wallets.wallet'), cell: ({ id, name }) => <Go to={`/wallet/${id}`}>{name}</Go> },
    {
      key: 'available',
      header: t('wallets.available'),
      numeric: true,
      cell: ({ available, currency }) => <Sum amount={available} currency={currency} />,
    },
    {
      key: 'held',
      header: t('wallets.held'),
      numeric: true,
      cell: ({ held, currency }) => <Sum amount={held} currency={currency} />,
    },
    {
      key: 'total',
      header: t('wallets.total'),
      numeric: true,
      cell: ({ native_balance, currency }) => <Sum amount={native_balance} currency={currency} strong />,
    },
    {
      key: 'usd',
      header: t('wallets.in_usd'),
      numeric: true,
      cell: ({ balance }) => <Sum amount={balance} currency="USD" />,
    },
  ];
  return <DataTable caption={t('wallets.list_title')} columns={columns} rows={wallets} rowKey={({ id }) => id} />;
}
