import { useText } from '#web/platform/i18n/i18n.tsx';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import type { Item } from '../queue-queries.ts';

type Entry = Item['history'][number];

/** Who did what to a request. */
export function HistoryCard({ history }: Pick<Item, 'history'>) {
  const t = useText();
  const columns: Column<Entry>[] = [
    { key: 'at', header: t('payments.at'), bare: true, cell: ({ at }) => <DateTime at={at} /> },
    {
      key: 'what',
      header: t('payments.state'),
      beside: true,
      cell: ({ state }) => t(`payments.state_${state}`),
    },
    { key: 'by', header: t('payments.by'), cell: ({ by }) => <bdi>{by ?? t('payments.by_system')}</bdi> },
  ];
  return (
    <Card title={t('payments.history')} flush>
      <DataTable
        caption={t('payments.history')}
        columns={columns}
        rows={history}
        rowKey={({ at, state }) => `${at}-${state}`}
      />
    </Card>
  );
}
