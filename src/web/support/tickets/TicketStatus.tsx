import type { Ticket } from '#contract/support/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { Badge } from '#web/ui/Badge.tsx';

/** Whose turn it is on a ticket. */
export function TicketStatus({ status }: { status: Ticket['status'] }) {
  const t = useText();
  return <Badge>{t(`tickets.status_${status}`)}</Badge>;
}
