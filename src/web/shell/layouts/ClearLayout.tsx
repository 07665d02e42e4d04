import type { ReactNode } from 'react';
import styles from './Layouts.module.css';

/** Nothing but the screen. */
export function ClearLayout({ children }: { children: ReactNode }) {
  return (
    <main id="content" className={styles.clear}>
      {children}
    </main>
  );
}
