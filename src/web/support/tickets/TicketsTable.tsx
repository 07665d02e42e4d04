import { Banknote, ChartCandlestick, IdCard, MessageCircle, Rocket, UserRound } from 'lucide-react';
import type { ReactElement } from 'react';
import type { Ticket } from '#contract/support/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { RelativeTime } from '#web/platform/i18n/DateTime.tsx';
import { icon } from '#web/ui/icon.ts';
import { Sign } from '#web/ui/rows/Row.tsx';
import { DataTable, type Column } from '#web/ui/tables/DataTable.tsx';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { TicketStatus } from './TicketStatus.tsx';
import styles from './TicketsTable.module.css';

const signs: Record<Ticket['category'], ReactElement> = {
  account: <UserRound {...icon} />,
  ipo: <Rocket {...icon} />,
  other: <MessageCircle {...icon} />,
  payments: <Banknote {...icon} />,
  trading: <ChartCandlestick {...icon} />,
  verification: <IdCard {...icon} />,
};

/** Tickets by subject, each of which leads to its conversation. */
export function TicketsTable({ tickets }: { tickets: readonly Ticket[] }) {
  const t = useText();
  const columns: Column<Ticket>[] = [
    {
      key: 'subject',
      header: t('tickets.subject'),
      cell: ({ ticket_id, subject, unread_count }) => (
        <Link to={`/tickets/${ticket_id}`}>
          {unread_count > 0 && <VisuallyHidden>{t('tickets.unread', { count: unread_count })} </VisuallyHidden>}
          <bdi className={unread_count > 0 ? undefined : styles.read}>{subject}</bdi>
        </Link>
      ),
    },
    { key: 'number', header: t('tickets.number'), bare: true, cell: ({ number }) => <RecordNumber value={number} /> },
    {
      key: 'category',
      header: t('tickets.category'),
      wide: true,
      cell: ({ category }) => t(`tickets.category_${category}`),
    },
    {
      key: 'status',
      header: t('tickets.status'),
      bare: true,
      cell: ({ status, unread_count }) => <TicketStatus status={status} unread={unread_count > 0} />,
    },
    {
      key: 'updated',
      header: t('tickets.updated'),
      bare: true,
      cell: ({ updated_at }) => <RelativeTime at={updated_at} />,
    },
  ];
  return (
    <DataTable
      caption={t('tickets.caption')}
      columns={columns}
      rows={tickets}
      rowKey={({ ticket_id }) => ticket_id}
      sign={({ category }) => <Sign>{signs[category]}</Sign>}
    />
  );
}
