import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import { QueryCard } from '#web/platform/api/QueryCard.tsx';
import { Badge } from '#web/ui/Badge.tsx';
import { SkeletonRows } from '#web/ui/feedback/SkeletonRows.tsx';
import { ticketsQuery } from '#web/platform/api/list-queries.ts';
import { SupportState } from '#web/support/SupportState.tsx';
import { ItemList, NothingYet } from './ItemList.tsx';
import styles from './ItemList.module.css';

const shown = 3;

/** Tickets that are not resolved yet. */
export function TicketsCard() {
  const t = useText();
  const format = useFormat();
  const tickets = useQuery(ticketsQuery);
  return (
    <QueryCard
      query={tickets}
      title={t('home.tickets_title')}
      actions={<Link to="/tickets">{t('home.all_tickets')}</Link>}
      flush
      above={
        <p className={styles.note}>
          <SupportState />
        </p>
      }
      skeleton={<SkeletonRows count={1} />}
    >
      {(rows) => {
        const open = rows.filter(({ status }) => status !== 'resolved').slice(0, shown);
        if (open.length === 0) return <NothingYet text={t('home.no_tickets')} />;
        return (
          <ItemList
            items={open.map(({ ticket_id, subject, number, status, updated_at }) => ({
              key: ticket_id,
              to: `/tickets/${ticket_id}`,
              name: subject,
              more: t('home.ticket_line', { number, at: format.dateTime(updated_at) }),
              end:
                status === 'answered' ? (
                  <Badge tone="accent">{t('home.ticket_answered')}</Badge>
                ) : (
                  <Badge>{t('home.ticket_open')}</Badge>
                ),
            }))}
          />
        );
      }}
    </QueryCard>
  );
}
