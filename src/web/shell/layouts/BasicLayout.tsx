import type { ReactNode } from 'react';
import styles from './Layouts.module.css';
import { OperatorFooter } from '../brand/OperatorFooter.tsx';
import { TopBar } from '../top-bar/TopBar.tsx';

/** The top bar above a full-width content area. */
export function BasicLayout({ children }: { children: ReactNode }) {
  return (
    <div className={styles.frame}>
      <TopBar />
      <main id="content" className={styles.wide}>
        {children}
      </main>
      <OperatorFooter />
    </div>
  );
}
