import type { ReactNode } from 'react';
import styles from './Statement.module.css';

/** A screen with one message and one link. */
export function Statement({
  title,
  text,
  role,
  children,
}: {
  title: string;
  text: string;
  role?: 'alert';
  children?: ReactNode;
}) {
  return (
    <div className={styles.statement} role={role}>
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </div>
  );
}
