import type { Ticket } from '#contract/support/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { TicketStatus } from './TicketStatus.tsx';

/** Tickets by subject, each of which leads to its conversation. */
export function TicketsTable({ tickets }: { tickets: readonly Ticket[] }) {
  const t = useText();
  const columns: Column<Ticket>[] = [
    {
      key: 'subject',
      header: t('tickets.subject'),
      grows: true,
      cell: ({ ticket_id, subject, unread_count }) => (
        <>
          <Link to={`/tickets/${ticket_id}`}>
            <bdi>{subject}</bdi>
          </Link>{' '}
          {unread_count > 0 && <Badge tone="accent">{t('tickets.unread', { count: unread_count })}</Badge>}
        </>
      ),
    },
    { key: 'number', header: t('tickets.number'), bare: true, cell: ({ number }) => <RecordNumber value={number} /> },
    {
      key: 'category',
      header: t('tickets.category'),
      bare: true,
      cell: ({ category }) => t(`tickets.category_${category}`),
    },
    { key: 'status', header: t('tickets.status'), bare: true, cell: ({ status }) => <TicketStatus status={status} /> },
    {
      key: 'updated',
      header: t('tickets.updated'),
      bare: true,
      cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
    },
  ];
  return (
    <DataTable caption={t('tickets.caption')} columns={columns} rows={tickets} rowKey={({ ticket_id }) => ticket_id} />
  );
}
