import type { ReactNode } from 'react';
import styles from './Tabs.module.css';

/** Links to the parts of one screen. The link of the present part carries `aria-current="page"`, as the router's links do. */
export function Tabs({ label, children }: { label: string; children: ReactNode }) {
  return (
    <nav className={styles.tabs} aria-label={label}>
      {children}
    </nav>
  );
}
