import type { ComponentProps, ReactNode } from 'react';
import styles from './Card.module.css';
import { cx } from '../cx.ts';

export interface CardProps extends Omit<ComponentProps<'section'>, 'title'> {
  title?: ReactNode;
  /** Buttons or links at the end of the header. */
  actions?: ReactNode;
  /** No padding around the body: for tables and lists that run to the edge. */
  flush?: boolean;
}

/** A sheet of paper on the page with an optional header. */
export function Card({ title, actions, flush, className, children, ...rest }: CardProps) {
  return (
    <section {...rest} className={cx(styles.card, className)}>
      {(title || actions) && <SectionHeading title={title} actions={actions} className={styles.header} />}
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
