import type { Ticket } from '#contract/support/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import type { Path } from '#web/platform/navigation/path.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { SlaDue } from './SlaDue.tsx';
import styles from './TicketFacts.module.css';
import { TicketStatus } from './TicketStatus.tsx';

/** What a ticket is about, and where it stands. */
export function TicketFacts({
  ticket: { number, category, status, created_at, sla_due_at, settled_by, link },
}: {
  ticket: Ticket;
}) {
  const t = useText();
  return (
    <span className={styles.facts}>
      <TicketStatus status={status} />
      <RecordNumber value={number} />
      <span>{t(`tickets.category_${category}`)}</span>
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
      {link && (
        <Link to={link.path as Path}>
          <bdi>{t(`tickets.link_${link.type}`, { label: link.label })}</bdi>
        </Link>
      )}
    </span>
  );
}
