import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './DescriptionList.module.css';

interface DescriptionListProps {
  items: readonly { term: string; details: ReactNode }[];
  /** Terms are questions: on a phone each stands above its answer. */
  value?: boolean;
  /** In as many columns as there is space for, each term small above what is said of it: for what is read at a glance. */
  facts?: boolean;
}

/** Terms and what they are, in two columns. */
export function DescriptionList({ items, value, facts }: DescriptionListProps) {
  return (
    <dl className={cx(facts ? styles.facts : styles.list, value && styles.asked)}>
      {items.map(({ term, details }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{details}</dd>
        </div>
      ))}
    </dl>
  );
}
