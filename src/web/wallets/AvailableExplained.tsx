import type { WalletExplained } from '#contract/wallets/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Flow, Sum } from '#web/platform/i18n/Money.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';

interface Part {
  key: string;
  name: string;
  amount: string;
}

/** What came in and went out by kind, less what is held: that is what is available. */
export function AvailableExplained({ explained }: { explained: WalletExplained }) {
  const t = useText();
  const { currency, available, held, movements } = explained;
  const parts: Part[] = movements.map(({ kind, count, amount }) => ({
    key: kind,
    name: t('wallets.explain_kind', { kind: t(`wallets.kind_${kind}`), count }),
    amount,
  }));
  if (/[1-9]/.test(held)) parts.push({ key: 'held', name: t('wallets.explain_less_held'), amount: `-${held}` });
  const columns: Column<Part>[] = [
    { key: 'name', header: t('wallets.operation'), cell: ({ name }) => name },
    {
      key: 'amount',
      header: t('wallets.amount'),
      numeric: true,
      cell: ({ amount }) => <Flow amount={amount} currency={currency} />,
    },
  ];
  return (
    <DataTable
      caption={t('wallets.explain_available')}
      columns={columns}
      rows={parts}
      rowKey={({ key }) => key}
      total={{ label: t('wallets.available'), value: <Sum amount={available} currency={currency} strong /> }}
    />
  );
}
