import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './VisuallyHidden.module.css';

/** Hidden from eyes alone, for what is no text of its own: a control that its label shows, or the head of a table. */
export const visuallyHidden = styles.hidden;

/** The same on a phone only. */
export const visuallyHiddenOnPhone = cx(styles.hidden, styles.onPhone);

/** Around fields that say themselves what they are for: their labels are read, not seen. */
export const hiddenLabels = styles.labels;

/** Text for screen readers only; where there is space (`onPhone`) it is visible. */
export function VisuallyHidden({ onPhone, children }: { onPhone?: boolean; children: ReactNode }) {
  return <span className={onPhone ? visuallyHiddenOnPhone : visuallyHidden}>{children}</span>;
}
