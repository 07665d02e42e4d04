import type { ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './Row.module.css';

export interface RowProps {
  /** Its `Sign`, before the name. */
  icon?: ReactNode;
  /** A link or a button, whose target is the whole row; or plain text. */
  name: ReactNode;
  /** The second line: what it is now, and for whom it waits. */
  more?: ReactNode;
  /** The figure at the end, and what stands below it. */
  end?: ReactNode;
  endMore?: ReactNode;
  /** The link or button for what the row asks, instead of one in its name: the whole row is its target. */
  act?: ReactNode;
  /** Several buttons, each a target of its own, in a row that opens nothing; on a phone below the rest. */
  acts?: ReactNode;
  /** `waits` for the reader. */
  tone?: 'plain' | 'waits';
}

/** Before the name of a thing in a list: an icon or two letters in a circle. It says nothing that the words do not. */
export const Sign = ({ waits, children }: { waits?: boolean; children: ReactNode }) => (
  <span className={cx(styles.sign, waits && styles.waits)} aria-hidden>
    {children}
  </span>
);

/** One thing of a list: sign, name, second line, figure. As high as a thumb, and open to it all over. */
export function Row({ icon, name, more, end, endMore, act, acts, tone = 'plain' }: RowProps) {
  return (
    <li className={cx(styles.row, Boolean(acts) && styles.wraps)}>
      {icon && <Sign waits={tone === 'waits'}>{icon}</Sign>}
      <div className={styles.text}>
        <p className={styles.name}>{name}</p>
        {more && <p className={styles.more}>{more}</p>}
      </div>
      {(end || endMore) && (
        <div className={styles.end}>
          {end && <p className={styles.figure}>{end}</p>}
          {endMore && <p className={styles.more}>{endMore}</p>}
        </div>
      )}
      {act && <div className={styles.act}>{act}</div>}
      {acts && <div className={styles.acts}>{acts}</div>}
    </li>
  );
}

/** Rows one under another. */
export const Rows = ({ label, children }: { label?: string; children: ReactNode }) => (
  <ul aria-label={label}>{children}</ul>
);
