import type { Ticket } from '#contract/support.ts';
import { useText } from '#web/platform/i18n.tsx';
import { Go } from '#web/platform/navigation.tsx';
import { When } from '#web/platform/When.tsx';
import { DataTable, type Column } from '#web/ui/DataTable.tsx';
import { TicketStatus } from './TicketStatus.tsx';

export function TicketTable({ tickets }: { tickets: readonly Ticket[] }) {
  const t = useText();
  const columns: Column<Ticket>[] = [
    {
      key: 'subject',
      header: t('tickets.subject'),
      cell: ({ ticket_id, subject }) => (
        <Go to={`/tickets/${ticket_id}`}>
          <bdi>{subject}</bdi>
        </Go>
      ),
    },
    { key: 'number', header: t('tickets.number'), cell: ({ number }) => <bdi>{number}</bdi> },
    { key: 'category', header: t('tickets.category'), cell: ({ category }) => t(`tickets.category_${category}`) },
    { key: 'status', header: t('tickets.status'), cell: ({ status }) => <TicketStatus status={status} /> },
    { key: 'updated', header: t('tickets.updated'), cell: ({ updated_at }) => <When at={updated_at} /> },
  ];
  return (
    <DataTable caption={t('tickets.title')} columns={columns} rows={tickets} rowKey={({ ticket_id }) => ticket_id} />
  );
}
