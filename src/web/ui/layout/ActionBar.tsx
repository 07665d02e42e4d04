import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './ActionBar.module.css';

/** The acts on what is above or beside: round, each with its word below. The first may be the one `main` act. */
export const ActionBar = ({ children }: { children: ReactNode }) => <div className={styles.bar}>{children}</div>;

/** Makes any link or button one of them, for links that a router renders. */
export const actClass = (main = false): string => cx(styles.act, main && styles.main);

/** What is in it: a lucide icon, and its word. */
export function ActFace({ icon, children }: { icon: ReactNode; children: ReactNode }) {
  return (
    <>
      <span className={styles.sign} aria-hidden>
        {icon}
      </span>
      <span className={styles.word}>{children}</span>
    </>
  );
}
