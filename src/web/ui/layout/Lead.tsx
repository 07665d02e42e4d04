import type { ReactNode } from 'react';
import styles from './Lead.module.css';

/** What is said first of a list, large: what waits in it, or that nothing does. Under the title of its screen. */
export const Lead = ({ children }: { children: ReactNode }) => <strong className={styles.lead}>{children}</strong>;
