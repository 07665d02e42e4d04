import { Fragment, type ReactNode } from 'react';
import styles from './DescriptionList.module.css';

/** Terms and what they are, in two columns. */
export function DescriptionList({ items }: { items: readonly { term: string; details: ReactNode }[] }) {
  return (
    <dl className={styles.list}>
      {items.map(({ term, details }) => (
        <Fragment key={term}>
          <dt>{term}</dt>
          <dd>{details}</dd>
        </Fragment>
      ))}
    </dl>
  );
}
