import type { ReactNode } from 'react';
import styles from './Badge.module.css';
import { cx } from './cx.ts';
import type { Tone } from './tone.ts';

/** A label or a count on a ground of its own. Where a thing stands is a `State`. */
export function Badge({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return <span className={cx(styles.badge, styles[tone])}>{children}</span>;
}
