import type { Ticket } from '#contract/support/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import type { Path } from '#web/platform/navigation/path.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { Card } from '#web/ui/layout/Card.tsx';
import { DescriptionList } from '#web/ui/tables/DescriptionList.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { SlaDue } from './SlaDue.tsx';
import styles from './TicketFacts.module.css';
import { TicketStatus } from './TicketStatus.tsx';

/** Where a ticket stands, and until when who acts. */
export function TicketState({ ticket: { status, created_at, sla_due_at, settled_by } }: { ticket: Ticket }) {
  return (
    <span className={styles.facts}>
      <TicketStatus status={status} />
      <span>
        <DateTime at={created_at} within="tickets.opened_at" />
      </span>
      {sla_due_at && (
        <span>
          <SlaDue at={sla_due_at} />
        </span>
      )}
      {settled_by && (
        <span>
          <DateTime at={settled_by} within="tickets.settled_by" />
        </span>
      )}
    </span>
  );
}

/** What a ticket is about. */
export function TicketFacts({ ticket: { number, category, updated_at, link } }: { ticket: Ticket }) {
  const t = useText();
  return (
    <Card title={t('tickets.ticket_title')}>
      <DescriptionList
        items={[
          { term: t('tickets.number'), details: <RecordNumber value={number} /> },
          { term: t('tickets.category'), details: t(`tickets.category_${category}`) },
          { term: t('tickets.updated'), details: <DateTime at={updated_at} /> },
        ]}
      />
      {link && (
        <p className={styles.link}>
          <Link to={link.path as Path}>
            <bdi>{t(`tickets.link_${link.type}`, { label: link.label })}</bdi>
          </Link>
        </p>
      )}
    </Card>
  );
}
