import type { ComponentProps, ReactNode } from 'react';
import styles from './Card.module.css';
import { cx } from '../cx.ts';
import { visuallyHidden } from '../VisuallyHidden.tsx';

export interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  /** False where a tab or the page has the same name: then the title is read, not shown. */
  titled?: boolean | undefined;
  /** Buttons or links at the end of the header. */
  actions?: ReactNode;
  /** No padding around the body: for tables and lists that run to the edge. */
  flush?: boolean;
}

/** A sheet of paper on the page with an optional header. */
export function Card({ title, titled = true, actions, flush, className, children, ...rest }: CardProps) {
  return (
    <section {...rest} className={cx(styles.card, className)}>
      {title && !titled && <h2 className={visuallyHidden}>{title}</h2>}
      {((title && titled) || actions) && (
        <SectionHeading title={titled && title} actions={actions} className={styles.header} />
      )}
      <div className={flush ? styles.flush : styles.body}>{children}</div>
    </section>
  );
}

/** The heading of a part of a screen, with its actions. `level` 1 is the screen's title. */
export function SectionHeading({
  title,
  actions,
  level = 2,
  className,
}: {
  title: ReactNode;
  actions?: ReactNode;
  level?: 1 | 2 | 3;
  className?: string | undefined;
}) {
  const Heading = `h${level}` as const;
  return (
    <div className={cx(styles.heading, className)}>
      {title && <Heading>{title}</Heading>}
      {actions && <div className={styles.actions}>{actions}</div>}
    </div>
  );
}
