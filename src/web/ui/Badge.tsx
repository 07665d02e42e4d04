import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { cx } from './cx.ts';

/** `accent` counts what is new to the reader or marks what is theirs; `others`: it waits for someone else. */
export type BadgeTone = 'neutral' | 'accent' | 'warning' | 'negative' | 'others';

/** One word of state. The word says it; only what asks for attention has a colour, so that it is seen among the rest. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={cx(styles.badge, styles[tone])}>{children}</span>;
}
