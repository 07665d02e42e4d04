import type { Ticket } from '#contract/support/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Link } from '#web/platform/navigation/navigation.tsx';
import type { Path } from '#web/platform/navigation/path.ts';
import { DateTime } from '#web/platform/i18n/DateTime.tsx';
import { RecordNumber } from '#web/ui/tables/RecordNumber.tsx';
import { SlaDue } from './SlaDue.tsx';
import { TicketStatus } from './TicketStatus.tsx';

/** Where a ticket stands, until when who acts, and what it is about. */
export function TicketState({ ticket }: { ticket: Ticket }) {
  const t = useText();
  const { status, created_at, sla_due_at, settled_by, number, category, link } = ticket;
  return (
    <>
      <TicketStatus status={status} />
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
      <span>
        <RecordNumber value={number} />
      </span>
      <span>{t(`tickets.category_${category}`)}</span>
      <span>
        <DateTime at={created_at} within="tickets.opened_at" />
      </span>
      {link && (
        <span>
          <Link to={link.path as Path}>
            <bdi>{t(`tickets.link_${link.type}`, { label: link.label })}</bdi>
          </Link>
        </span>
      )}
    </>
  );
}
