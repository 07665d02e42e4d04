import type { ReactNode } from 'react';
import { SectionHeading } from './Card.tsx';
import { cx } from '../cx.ts';
import flowStyles from './Flow.module.css';
import styles from './Page.module.css';

export interface PageProps {
  /** The screen's only level-1 heading. */
  title: ReactNode;
  /** The way to the list that the record is in, above the title. */
  back?: ReactNode;
  /** Where a record stands, under its title: its `State`, then in words what is known of it and who acts next. */
  state?: ReactNode;
  /** What is said first of a list, under its title: a `Lead`, then what belongs to it. */
  lead?: ReactNode;
  /** One sentence under the title. A plain one explains the screen: a phone has no space for it. */
  intro?: ReactNode;
  /** Buttons or links beside the title. */
  actions?: ReactNode;
  /** The card of the first figure. */
  figure?: ReactNode;
  /** A column narrow enough to read or to fill in; tables and tiles take the whole width. */
  narrow?: boolean;
  /** A narrow column in the middle, for what is read from its beginning to its end. */
  reading?: boolean;
  children: ReactNode;
}

/** The frame of a screen's content: title, actions, and sections one under another. */
export function Page({ back, title, state, lead, intro, actions, figure, narrow, reading, children }: PageProps) {
  return (
    <div className={cx(styles.page, (narrow || reading) && styles.narrow, reading && styles.reading)}>
      <header>
        {back && <p className={styles.back}>{back}</p>}
        <SectionHeading level={1} title={title} actions={actions} />
        {state && <div className={cx(flowStyles.facts, styles.state)}>{state}</div>}
        {lead && <p className={styles.intro}>{lead}</p>}
        {intro && <p className={cx(styles.intro, typeof intro === 'string' && styles.explains)}>{intro}</p>}
      </header>
      {figure && <div className={styles.figure}>{figure}</div>}
      {children}
    </div>
  );
}

interface ColumnsProps {
  /** At least 24 rem each. */
  wide?: boolean;
  /** As high as the highest of its line. */
  even?: boolean;
  children: ReactNode;
}

/** Cards side by side where there is space. */
export function Columns({ children, wide, even }: ColumnsProps) {
  return <div className={cx(styles.columns, wide && styles.wideColumns, even && styles.even)}>{children}</div>;
}
