import type { Ticket } from '#contract/support/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/State.tsx';

/** Whose turn it is on a ticket: an answer waits for its reader as long as it is `unread`. */
export function TicketStatus({ status, unread = false }: { status: Ticket['status']; unread?: boolean }) {
  const t = useText();
  const tone = status === 'open' ? 'others' : unread ? 'warning' : 'neutral';
  return <State tone={tone}>{t(`tickets.status_${status}`)}</State>;
}
