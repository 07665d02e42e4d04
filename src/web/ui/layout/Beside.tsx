import type { ReactNode } from 'react';
import styles from './Flow.module.css';

interface BesideProps {
  /** What helps with it; on a phone below the rest. Without it the other takes the whole width. */
  aside: ReactNode;
  /** It is read, and on a phone stands, before the rest: what one comes for. */
  asideFirst?: boolean;
  children: ReactNode;
}

/** A column to fill in or to read, with another one beside it where there is space. */
export function Beside({ aside, asideFirst = false, children }: BesideProps) {
  const side = aside && <div className={styles.aside}>{aside}</div>;
  return (
    <div className={styles.beside}>
      {asideFirst && side}
      <div>{children}</div>
      {!asideFirst && side}
    </div>
  );
}
