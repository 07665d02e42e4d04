import type { ReactNode } from 'react';
import styles from './Layouts.module.css';
import { OperatorFooter } from '../brand/OperatorFooter.tsx';
import { TopBar } from '../top-bar/TopBar.tsx';

/** The top bar above one column: for the screens before sign-in, and those that need nothing else. */
export function DefaultLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <TopBar />
      <main id="content" className={styles.column}>
        {children}
      </main>
      <OperatorFooter />
    </div>
  );
}
