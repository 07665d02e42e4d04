import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Flow.module.css';

interface BesideProps {
  /** What helps with it; on a phone below the rest. Without it the other takes the whole width. */
  aside: ReactNode;
  /** It is read, and on a phone stands, before the rest: what one comes for. */
  asideFirst?: boolean;
  /** A sheet of one width, with something beside it or not: it stays where it is from tab to tab. */
  sheet?: boolean;
  children: ReactNode;
}

/** A column to fill in or to read, with another one beside it where there is space. */
export function Beside({ aside, asideFirst = false, sheet = false, children }: BesideProps) {
  const side = aside && <div className={styles.aside}>{aside}</div>;
  return (
    <div className={cx(styles.beside, sheet && styles.sheet)}>
      {asideFirst && side}
      <div>{children}</div>
      {!asideFirst && side}
    </div>
  );
}
