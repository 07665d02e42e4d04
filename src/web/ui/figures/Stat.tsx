import type { ReactNode } from 'react';
import textStyles from '#web/ui/Text.module.css';
import styles from './Stat.module.css';

/** One figure that matters, under its name. */
export function Stat({ label, value, hint }: { label: ReactNode; value: ReactNode; hint?: ReactNode }) {
  return (
    <div className={styles.stat}>
      <p className={textStyles.soft}>{label}</p>
      <p className={styles.value}>{value}</p>
      {hint && <div className={textStyles.soft}>{hint}</div>}
    </div>
  );
}
