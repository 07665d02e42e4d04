import type { ReactNode } from 'react';
import styles from './Statement.module.css';

/** A screen with one message and one link. */
export function Statement({
  title,
  text,
  role,
  drawing,
  children,
}: {
  title: string;
  text: string;
  role?: 'alert';
  drawing?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <div className={styles.statement} role={role}>
      {drawing}
      <h1>{title}</h1>
      <p>{text}</p>
      {children}
    </div>
  );
}
