import { queryOptions, useQuery } from '@tanstack/react-query';
import type { MirroredBook } from '#contract/trading/mirrored-books.ts';
import { call } from '#web/platform/api/api.ts';
import { CsvButton } from '#web/platform/files/CsvButton.tsx';
import { download } from '#web/platform/files/download.ts';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';

const mirroredBooksQuery = queryOptions({
  queryKey: ['payment-desk', 'mirrored-books'],
  queryFn: () => call('POST /api/staff/mirrored-books', { body: {} }),
});

/** Clients with opposite positions over their own accounts; hidden while there are none. */
export function MirroredBooksCard() {
  const t = useText();
  const format = useFormat();
  const { data } = useQuery(mirroredBooksQuery);
  if (!data || data.count === 0) return null;
  const lots = (volume: string) => <bdi dir="ltr">{format.number(volume, 2)}</bdi>;
  const columns: Column<MirroredBook>[] = [
    { key: 'client', header: t('payments.client'), cell: ({ client }) => <bdi>{client.name}</bdi> },
    { key: 'symbol', header: t('payments.mirrored_symbol'), cell: ({ symbol }) => <bdi>{symbol}</bdi> },
    {
      key: 'accounts',
      header: t('payments.mirrored_accounts'),
      cell: ({ trading_account_ids: numbers }) => <bdi dir="ltr">{numbers.join(' · ')}</bdi>,
    },
    { key: 'net', header: t('payments.mirrored_net'), numeric: true, cell: ({ net }) => lots(net) },
    { key: 'gross', header: t('payments.mirrored_gross'), numeric: true, cell: ({ gross }) => lots(gross) },
    { key: 'since', header: t('payments.mirrored_since'), cell: ({ since }) => <RelativeTime at={since} /> },
  ];
  return (
    <Card
      title={t('payments.mirrored_title')}
      flush
      actions={<CsvButton small action={() => download('GET /api/staff/mirrored-books/file', {})} />}
    >
      <DataTable
        caption={t('payments.mirrored_title')}
        columns={columns}
        rows={data.books}
        rowKey={({ client, symbol }) => `${client.id} ${symbol}`}
      />
    </Card>
  );
}
