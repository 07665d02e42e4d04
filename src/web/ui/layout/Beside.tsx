import type { ReactNode } from 'react';
import styles from './Flow.module.css';

interface BesideProps {
  /** What helps with it; on a phone below the rest. Without it the other takes the whole width. */
  aside: ReactNode;
  children: ReactNode;
}

/** A column to fill in or to read, with another one beside it where there is space. */
export function Beside({ aside, children }: BesideProps) {
  return (
    <div className={styles.beside}>
      <div>{children}</div>
      {aside && <div>{aside}</div>}
    </div>
  );
}
