import { CircleAlert, CircleCheck, Info, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import styles from './Alert.module.css';
import { cx } from '../cx.ts';
import { icon } from '../icon.ts';
import { IconButton } from '../IconButton.tsx';

const icons = { neutral: Info, accent: Info, positive: CircleCheck, negative: CircleAlert, warning: TriangleAlert };

export type Tone = keyof typeof icons;

export interface AlertProps {
  tone?: Tone;
  title?: ReactNode;
  children?: ReactNode;
  /** A button or a link. */
  action?: ReactNode;
  /** Both or neither: the label of the dismiss button and what it does. */
  dismiss?: { label: string; onDismiss: () => void };
  /** `alert` interrupts a reader, `status` waits; leave it out for what stands there from the start. */
  role?: 'alert' | 'status';
}

/** A notice in the page. */
export function Alert({ tone = 'neutral', title, children, action, dismiss, role }: AlertProps) {
  const Icon = icons[tone];
  return (
    <div className={cx(styles.alert, styles[tone])} role={role}>
      <Icon {...icon} />
      <div className={styles.text}>
        {title && <p className={styles.title}>{title}</p>}
        {children}
        {action && <div className={styles.action}>{action}</div>}
      </div>
      {dismiss && (
        <IconButton className={styles.dismiss} label={dismiss.label} onClick={dismiss.onDismiss}>
          <X {...icon} />
        </IconButton>
      )}
    </div>
  );
}
