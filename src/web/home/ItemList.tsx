import type { ReactNode } from 'react';
import { Link } from '#web/platform/navigation/navigation.tsx';
import type { Path } from '#web/platform/navigation/path.ts';
import textStyles from '#web/ui/Text.module.css';
import styles from './ItemList.module.css';

export interface Item {
  key: string;
  to: Path;
  name: string;
  /** Under the name. */
  more?: ReactNode;
  /** At the end of the line: a figure or a state. */
  end?: ReactNode;
}

/** A short list that leads to its things. */
export function ItemList({ items }: { items: readonly Item[] }) {
  return (
    <ul>
      {items.map(({ key, to, name, more, end }) => (
        <li key={key} className={styles.item}>
          <div className={styles.text}>
            <Link to={to} className={styles.link}>
              <bdi>{name}</bdi>
            </Link>
            {more && <p className={textStyles.soft}>{more}</p>}
          </div>
          {end && <div className={styles.end}>{end}</div>}
        </li>
      ))}
    </ul>
  );
}

/** The line of an empty card: says so, and what to do. */
export function NothingYet({ text, action }: { text: string; action?: ReactNode }) {
  return (
    <div className={styles.nothing}>
      <p>{text}</p>
      {action}
    </div>
  );
}
