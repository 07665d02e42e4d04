import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from './Stat.module.css';

interface StatProps {
  label: ReactNode;
  value: ReactNode;
  hint?: ReactNode;
  /** The first figure of its card. */
  large?: boolean;
}

/** One figure that matters, under its name. */
export function Stat({ label, value, hint, large }: StatProps) {
  return (
    <div className={styles.stat}>
      <p className={textStyles.soft}>{label}</p>
      <p className={cx(styles.value, large && styles.large)}>{value}</p>
      {hint && <div className={textStyles.soft}>{hint}</div>}
    </div>
  );
}
