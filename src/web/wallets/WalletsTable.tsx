import type { Wallet } from '#contract/wallets/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Money } from '#web/platform/i18n/Money.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { totalUsd } from './total-usd.ts';

/** Wallets in their own currencies and in USD, in which they are added up. */
export function WalletsTable({ wallets }: { wallets: readonly Wallet[] }) {
  const t = useText();
  const columns: Column<Wallet>[] = [
    { key: 'name', header: t('wallets.wallet'), cell: ({ id, name }) => <Link to={`/wallet/${id}`}>{name}</Link> },
    {
      key: 'available',
      header: t('wallets.available'),
      numeric: true,
      cell: ({ available, currency }) => <Money amount={available} currency={currency} />,
    },
    {
      key: 'held',
      header: t('wallets.held'),
      numeric: true,
      cell: ({ held, currency }) => <Money amount={held} currency={currency} />,
    },
    {
      key: 'total',
      header: t('wallets.total'),
      numeric: true,
      cell: ({ native_balance, currency }) => <Money amount={native_balance} currency={currency} strong />,
    },
    {
      key: 'usd',
      header: t('wallets.in_usd'),
      numeric: true,
      cell: ({ balance }) => <Money amount={balance} currency="USD" />,
    },
  ];
  return (
    <DataTable
      caption={t('wallets.list_title')}
      columns={columns}
      rows={wallets}
      rowKey={({ id }) => id}
      {...(wallets.length > 1 && {
        total: { label: t('wallets.all_in_usd'), value: <Money amount={totalUsd(wallets)} currency="USD" strong /> },
      })}
    />
  );
}
