import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './DescriptionList.module.css';

export interface Term {
  term: string;
  details: ReactNode;
  /** An address, which needs a line of its own among facts. */
  wide?: boolean;
}

interface DescriptionListProps {
  items: readonly Term[];
  /** Terms are questions: on a phone each stands above its answer. */
  value?: boolean;
  /** In as many columns as there is space for, each term small above what is said of it: for what is read at a glance. */
  facts?: boolean;
  /** Those that matter: as many columns as facts, where there is space. */
  strong?: boolean;
}

/** Terms and what they are, in two columns. */
export function DescriptionList({ items, value, facts, strong }: DescriptionListProps) {
  return (
    <dl className={cx(facts ? styles.facts : styles.list, value && styles.asked, strong && styles.strong)}>
      {items.map(({ term, details, wide }) => (
        <div key={term} className={wide ? styles.wide : undefined}>
          <dt>{term}</dt>
          <dd>{details}</dd>
        </div>
      ))}
    </dl>
  );
}
