import { CalendarDays } from 'lucide-react';
import { Suspense, type ReactNode } from 'react';
import { icon } from '#web/ui/icon.ts';
import { IconButton } from '#web/ui/IconButton.tsx';
import { usePopover } from '#web/ui/use-popover.ts';
import { useText } from '../../../i18n/i18n.tsx';
import styles from './Segments.module.css';

interface CalendarButtonProps {
  disabled: boolean;
  children: (close: () => void) => ReactNode;
}

/** Opens a calendar beside its field. */
export function CalendarButton({ disabled, children }: CalendarButtonProps) {
  const t = useText();
  const { isOpen, anchor, close, opener, panel } = usePopover<HTMLSpanElement>();
  return (
    <span ref={anchor} className={styles.opener}>
      <IconButton label={t('common.choose_date')} disabled={disabled} aria-haspopup="dialog" {...opener}>
        <CalendarDays {...icon} />
      </IconButton>
      {/* The key that bubbles from the calendar. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        {...panel}
        role="dialog"
        aria-label={t('common.choose_date')}
        className={styles.panel}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          // A dialog around the field refuses the key, and the browser closes nothing then.
          event.stopPropagation();
          close();
        }}
      >
        <div className={styles.calendar}>
          <Suspense>{isOpen && children(close)}</Suspense>
        </div>
      </div>
    </span>
  );
}
