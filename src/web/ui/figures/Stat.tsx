import type { ReactNode } from 'react';
import styles from './Stat.module.css';

/** One figure that matters, under its name. */
export function Stat({ label, value, hint }: { label: ReactNode; value: ReactNode; hint?: ReactNode }) {
  return (
    <div className={styles.stat}>
      <p className={styles.soft}>{label}</p>
      <p className={styles.value}>{value}</p>
      {hint && <div className={styles.soft}>{hint}</div>}
    </div>
  );
}
