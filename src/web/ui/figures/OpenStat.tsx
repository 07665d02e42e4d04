import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { icon } from '../icon.ts';
import styles from './OpenStat.module.css';

interface OpenStatProps {
  label: ReactNode;
  value: ReactNode;
  open: boolean;
  onToggle: () => void;
  /** Id of what it opens; the owner shows it while `open`. */
  controls: string;
}

/** A figure that opens into what explains it. Stands beside plain `Stat`s. */
export function OpenStat({ label, value, open, onToggle, controls }: OpenStatProps) {
  return (
    <button
      type="button"
      className={styles.button}
      aria-expanded={open}
      aria-controls={open ? controls : undefined}
      onClick={onToggle}
    >
      <span className={styles.label}>
        {label}
        <ChevronDown {...icon} size={16} className={styles.chevron} />
      </span>
      <span className={styles.value}>{value}</span>
    </button>
  );
}
