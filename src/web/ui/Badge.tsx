import type { ReactNode } from 'react';
import type { Tone } from './feedback/Alert.tsx';
import styles from './Badge.module.css';
import { cx } from './cx.ts';

/** `others`: it waits for someone else than the reader. */
export type BadgeTone = Tone | 'others';

/** One word of state. The word says it; the tone only helps. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return <span className={cx(styles.badge, styles[tone])}>{children}</span>;
}
