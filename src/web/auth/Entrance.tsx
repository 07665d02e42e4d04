import type { ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import styles from './Entrance.module.css';

interface EntranceProps {
  /** What the title is about, in small above it. */
  about?: string;
  title: string;
  intro?: ReactNode;
  /** Links to the other ways in, under the form. */
  links?: ReactNode;
  /** Stands beside the sheet, below it on a phone. */
  aside?: ReactNode;
  children: ReactNode;
}

/** The sheet of every screen before sign-in. */
export function Entrance({ about, title, intro, links, aside, children }: EntranceProps) {
  return (
    <div className={cx(styles.entrance, aside !== undefined && styles.beside)}>
      <div className={styles.sheet}>
        <header>
          {about && <p className={styles.about}>{about}</p>}
          <h1>{title}</h1>
          {intro && <p className={styles.intro}>{intro}</p>}
        </header>
        {children}
        {links && <div className={styles.links}>{links}</div>}
      </div>
      {aside}
    </div>
  );
}

/** The fields of a form, one under another. */
export const fieldsClass = styles.fields;
/** Two short fields side by side where there is space. */
export const pairClass = styles.pair;
/** Other ways on, in a line. */
export const linksClass = styles.ways;
