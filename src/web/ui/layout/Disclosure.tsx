import { ChevronDown } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import styles from './Disclosure.module.css';
import { icon } from '../icon.ts';

export interface DisclosureProps {
  label: ReactNode;
  /** A lucide icon before the label. */
  icon?: ReactNode;
  /** Open from the start, and again whenever this turns true, e.g. when the page moves into the group. */
  startOpen?: boolean;
  children: ReactNode;
}

/** A group that a button folds and unfolds. */
export function Disclosure({ label, icon: sign, startOpen = false, children }: DisclosureProps) {
  const id = useId();
  const [open, setOpen] = useState(startOpen);
  const [seen, setSeen] = useState(startOpen);
  if (seen !== startOpen) {
    setSeen(startOpen);
    if (startOpen) setOpen(true);
  }
  return (
    <div>
      <button
        type="button"
        className={styles.button}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        {sign}
        <span className={styles.label}>{label}</span>
        <ChevronDown {...icon} className={styles.chevron} />
      </button>
      <div id={id} hidden={!open}>
        {children}
      </div>
    </div>
  );
}
