import type { WalletInfo } from '#contract/wallets.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Sum } from '#web/platform/Sum.tsx';
import { When } from '#web/platform/When.tsx';
import { Card } from '#web/ui/Card.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';

type Hold = WalletInfo['holds'][number];

/** Money that is set aside: what for, and until when at the latest. */
export function HoldsCard({ holds, currency }: { holds: readonly Hold[]; currency: string }) {
  const t = useText();
  const columns: Column<Hold>[] = [
    { key: 'reason', header: t('wallets.hold_reason'), cell: ({ reason }) => t(`wallets.hold_${reason}`) },
    { key: 'at', header: t('wallets.hold_since'), cell: ({ at }) => <When at={at} /> },
    {
      key: 'expires_at',
      header: t('wallets.hold_until'),
      cell: ({ expires_at }) => (expires_at ? <When at={expires_at} /> : t('wallets.hold_until_decided')),
    },
    {
      key: 'amount',
      header: t('wallets.amount'),
      numeric: true,
      cell: ({ amount }) => <Sum amount={amount} currency={currency} strong />,
    },
  ];
  return (
    <Card title={t('wallets.holds_title')} flush>
      <DataTable caption={t('wallets.holds_title')} columns={columns} rows={holds} rowKey={({ id }) => id} />
    </Card>
  );
}
