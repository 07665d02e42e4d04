import type { WalletExplained } from '#contract/wallets/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { Sum } from '#web/platform/i18n/Money.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import styles from './Explained.module.css';

type Awaited = WalletExplained['awaited'][number];

/** Deposits that are announced and not credited yet; each leads to its own screen. */
export function AwaitedList({ explained: { awaited, pending, currency } }: { explained: WalletExplained }) {
  const t = useText();
  if (awaited.length === 0) return <p className={styles.nothing}>{t('wallets.nothing_pending')}</p>;
  const columns: Column<Awaited>[] = [
    {
      key: 'number',
      header: t('wallets.awaited_deposit'),
      cell: ({ id, number }) => (
        <Link to={`/payments/${id}`}>
          <RecordNumber value={number} />
        </Link>
      ),
    },
    { key: 'at', header: t('wallets.awaited_since'), cell: ({ at }) => <DateTime at={at} as="brief" /> },
    {
      key: 'amount',
      header: t('wallets.amount'),
      numeric: true,
      cell: ({ amount }) => <Sum amount={amount} currency={currency} />,
    },
  ];
  return (
    <DataTable
      caption={t('wallets.explain_pending')}
      columns={columns}
      rows={awaited}
      rowKey={({ id }) => id}
      total={{ label: t('wallets.pending'), value: <Sum amount={pending} currency={currency} strong /> }}
    />
  );
}
