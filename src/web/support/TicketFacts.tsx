import type { Ticket } from '#contract/support.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Go, type Path } from '#web/platform/navigation/navigation.tsx';
import { When } from '#web/platform/i18n/DateTime.tsx';
import { RecordNumber } from '#web/ui/RecordNumber.tsx';
import { Promised } from './SlaDue.tsx';
import styles from './TicketFacts.module.css';
import { TicketStatus } from './TicketStatus.tsx';

/** What a ticket is about, and where it stands. */
export function TicketFacts({
  ticket: { number, category, status, created_at, promised_at, settled_by, link },
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
        <When at={created_at} within="tickets.opened_at" />
      </span>
      {promised_at && (
        <span>
          <Promised at={promised_at} />
        </span>
      )}
      {settled_by && (
        <span>
          <When at={settled_by} within="tickets.settled_by" />
        </span>
      )}
      {link && (
        <Go to={link.path as Path}>
          <bdi>{t(`tickets.link_${link.type}`, { label: link.label })}</bdi>
        </Go>
      )}
    </span>
  );
}
