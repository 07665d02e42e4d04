import type { Ticket } from '#contract/support/endpoints.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { State } from '#web/ui/State.tsx';

const tones = { open: 'others', answered: 'warning', resolved: 'neutral', closed: 'neutral' } as const;

/** Whose turn it is on a ticket. */
export function TicketStatus({ status }: { status: Ticket['status'] }) {
  const t = useText();
  return <State tone={tones[status]}>{t(`tickets.status_${status}`)}</State>;
}
