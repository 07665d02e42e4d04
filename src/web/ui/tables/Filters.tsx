import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Filters.module.css';

/** Fields that narrow a list down, side by side. `above` a list they share its card; else they stand on the page. */
export function Filters({ label, above, children }: { label: string; above?: boolean; children: ReactNode }) {
  return (
    <search className={cx(styles.filters, above && styles.above)} aria-label={label}>
      {children}
    </search>
  );
}
