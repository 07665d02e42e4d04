import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import { icon } from '../icon.ts';
import styles from './OpenStat.module.css';

interface OpenStatProps {
  label: ReactNode;
  value: ReactNode;
  open: boolean;
  onToggle: () => void;
  /** Id of what it opens; the owner shows it while `open`. */
  controls: string;
  /** The one figure of its screen. */
  hero?: boolean;
}

/** A figure that opens into what explains it. Stands beside plain `Stat`s. */
export function OpenStat({ label, value, open, onToggle, controls, hero = false }: OpenStatProps) {
  return (
    <button
      type="button"
      className={cx(styles.button, hero && styles.hero)}
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
