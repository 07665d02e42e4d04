import { Clock } from 'lucide-react';
import { useFormat } from '#web/platform/i18n/format.ts';
import { useText } from '#web/platform/i18n/i18n.tsx';
import { icon } from '#web/ui/icon.ts';
import styles from './ClosedNote.module.css';
import { useInstrument, useIsOpen } from './terminal-queries.ts';
import { useTerminal } from './terminal.ts';

/** Why nothing can be traded now, and from when it can. */
export function ClosedNote() {
  const t = useText();
  const format = useFormat();
  const { symbol } = useTerminal();
  const { instrument } = useInstrument();
  const isOpen = useIsOpen(symbol);
  if (!instrument || isOpen) return null;
  const opensAt = instrument.is_open ? null : instrument.changes_at;
  return (
    <p className={styles.note} role="status">
      <Clock {...icon} />
      {opensAt ? t('terminal.closed_until', { at: format.dateTime(opensAt) }) : t('terminal.closed')}
    </p>
  );
}
