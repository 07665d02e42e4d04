import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './EmptyState.module.css';

export interface EmptyStateProps {
  /** A lucide icon, by name of its component. */
  icon: LucideIcon;
  title: ReactNode;
  text?: ReactNode;
  /** What to do next: a button or a link. */
  action?: ReactNode;
  role?: 'alert' | undefined;
}

/** Stands where a list would: says that there is nothing yet and what to do next. */
export function EmptyState({ icon: Icon, title, text, action, role }: EmptyStateProps) {
  return (
    <div className={styles.state} role={role}>
      <Icon size={28} strokeWidth={1.5} aria-hidden />
      <p className={styles.title}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}
