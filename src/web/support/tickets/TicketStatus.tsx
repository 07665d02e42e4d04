import type { Ticket } from '#contract/support/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import type { Tone } from '#web/ui/feedback/Alert.tsx';
import { Badge } from '#web/ui/Badge.tsx';

const tones: Record<Ticket['status'], Tone> = {
  open: 'neutral',
  answered: 'accent',
  resolved: 'positive',
  closed: 'neutral',
};

/** Whose turn it is on a ticket. */
export function TicketStatus({ status }: { status: Ticket['status'] }) {
  const t = useText();
  return <Badge tone={tones[status]}>{t(`tickets.status_${status}`)}</Badge>;
}
