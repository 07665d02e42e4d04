import type { ReactNode } from 'react';
import styles from './Totals.module.css';

/** What all rows of a list come to, those on later pages too; stands above them. */
export function Totals({ items }: { items: readonly { term: string; details: ReactNode }[] }) {
  return (
    <dl className={styles.totals} aria-live="polite">
      {items.map(({ term, details }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{details}</dd>
        </div>
      ))}
    </dl>
  );
}
