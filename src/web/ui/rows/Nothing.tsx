import type { ReactNode } from 'react';
import styles from './Nothing.module.css';

/** The line of an empty list: says so, and what to do. */
export function Nothing({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className={styles.nothing}>
      <p>{text}</p>
      {action}
    </div>
  );
}
