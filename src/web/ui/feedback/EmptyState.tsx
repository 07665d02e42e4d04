import type { LucideIcon } from 'lucide-react';
import { isValidElement, type ReactElement, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import styles from './EmptyState.module.css';

interface Subject {
  /** A lucide icon, by name of its component; or a drawing, where the whole screen is empty. */
  icon: LucideIcon | ReactElement;
  title: ReactNode;
  role?: 'alert' | undefined;
}

/** Why there is nothing, or what comes here; only where an act says it all there is no sentence. */
type Sense =
  | { text: string | ReactElement; action?: ReactNode }
  | { text?: string | ReactElement | undefined; action: ReactElement };

export type EmptyStateProps = Subject & Sense;

/** Stands where a list would: says that there is nothing yet and what to do next. */
export function EmptyState({ icon, title, text, action, role }: EmptyStateProps) {
  const isDrawn = isValidElement(icon);
  return (
    <div className={styles.state} role={role} data-screen={isDrawn || undefined}>
      <Sign icon={icon} />
      <p className={cx(styles.title, isDrawn && styles.first)}>{title}</p>
      {text && <p className={styles.text}>{text}</p>}
      {action && <div className={styles.action}>{action}</div>}
    </div>
  );
}

function Sign({ icon: Icon }: Pick<Subject, 'icon'>) {
  return isValidElement(Icon) ? Icon : <Icon size={28} strokeWidth={1.5} aria-hidden />;
}
