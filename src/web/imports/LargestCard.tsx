import type { ApprovalRequestOf } from '#contract/approvals/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Money } from '#web/platform/i18n/Money.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';

type Largest = NonNullable<ApprovalRequestOf<'import'>['value']['largest']>;

/** The largest opening balances of a request, which the approver compares with the other system. */
export function LargestCard({ largest }: { largest: Largest }) {
  const t = useText();
  if (largest.length === 0) return null;
  const isOfAccounts = largest.some(({ account }) => account !== null);
  const columns: Column<Largest[number]>[] = [
    { key: 'client', header: t('imports.field_outside_id'), cell: ({ client }) => <bdi>{client}</bdi> },
    ...(isOfAccounts
      ? [
          {
            key: 'account',
            header: t('imports.field_account_number'),
            bare: true,
            cell: ({ account }: Largest[number]) => <bdi>{account}</bdi>,
          },
        ]
      : []),
    {
      key: 'amount',
      header: t('imports.field_balance'),
      numeric: true,
      cell: ({ amount, currency }) => <Money amount={amount} currency={currency} />,
    },
  ];
  return (
    <Card title={t('imports.largest')} flush>
      <DataTable
        caption={t('imports.largest')}
        columns={columns}
        rows={largest}
        rowKey={({ client, account, currency }) => `${client} ${account} ${currency}`}
      />
    </Card>
  );
}
