import type { ReconciliationRun } from '#contract/reconciliation/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Money } from '#web/platform/i18n/Money.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { What } from './lines/LinesTable.tsx';

type Unbooked = ReconciliationRun['unbooked'][number];

/** The movements of a statement that are left out, with their place in the file, and why. */
export function UnbookedCard({ unbooked }: { unbooked: readonly Unbooked[] }) {
  const t = useText();
  const placeOf = ({ line, entry }: Unbooked) =>
    line === null
      ? t('reconciliation.unbooked_entry', { entry: entry ?? 0 })
      : t('reconciliation.unbooked_line', { line });
  const columns: Column<Unbooked>[] = [
    {
      key: 'what',
      header: t('reconciliation.what'),
      cell: (one) => <What name={one.name} text={placeOf(one)} on={one.on} />,
    },
    {
      key: 'amount',
      header: t('reconciliation.amount'),
      numeric: true,
      cell: ({ amount, currency }) =>
        amount !== null && currency !== null && <Money amount={amount} currency={currency} exact />,
    },
    { key: 'result', header: t('reconciliation.result'), cell: ({ why }) => t(`reconciliation.unbooked_${why}`) },
  ];
  return (
    <Card title={t('reconciliation.unbooked_title')} flush>
      <DataTable
        caption={t('reconciliation.unbooked_title')}
        columns={columns}
        rows={unbooked}
        rowKey={({ line, entry }) => `${line ?? ''}/${entry ?? ''}`}
      />
    </Card>
  );
}
