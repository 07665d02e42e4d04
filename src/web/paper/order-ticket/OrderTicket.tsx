import { useText } from '#web/platform/i18n/i18n.tsx';
import { cx } from '#web/ui/cx.ts';
import { ClosedNote } from '../ClosedNote.tsx';
import styles from './OrderTicket.module.css';
import { SidePair } from './SidePair.tsx';
import { OneClickSwitch } from './OneClickSwitch.tsx';
import { TicketFields } from './TicketFields.tsx';

/** Places an order in the chosen instrument; what it costs and risks stands below all the time. */
export function OrderTicket({ className }: { className: string | undefined }) {
  const t = useText();
  return (
    <section className={cx(styles.ticket, className)} aria-label={t('terminal.part_ticket')}>
      <ClosedNote />
      <TicketFields head={<SidePair />} foot={<OneClickSwitch />} />
    </section>
  );
}
