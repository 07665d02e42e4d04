import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import styles from './Entrance.module.css';

interface EntranceProps {
  /** What the title is about, in small above it. */
  about?: string;
  title: ReactNode;
  intro?: ReactNode;
  /** Links to the other ways in, under the form. */
  links?: ReactNode;
  /** Stands below the sheet. */
  below?: ReactNode;
  children: ReactNode;
}

/** The sheet of every screen before sign-in. */
export function Entrance({ about, title, intro, links, below, children }: EntranceProps) {
  return (
    <div className={styles.entrance}>
      <div className={styles.sheet}>
        <header>
          {about && <p className={styles.about}>{about}</p>}
          <h1>{title}</h1>
          {intro && <p className={styles.intro}>{intro}</p>}
        </header>
        {children}
        {links && <div className={styles.links}>{links}</div>}
        {below}
      </div>
    </div>
  );
}

/** The fields of a form, one under another. */
export const fieldsClass = styles.fields;
/** Two short fields side by side where there is space. */
export const pairClass = styles.pair;
/** Two that are shorter still, side by side on phones too. */
export const namesClass = cx(styles.pair, styles.names);
/** Other ways on, in a line. */
export const linksClass = styles.ways;
