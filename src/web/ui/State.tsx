import type { ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './State.module.css';
import type { Tone } from './tone.ts';

/** Where a thing stands, in a word: the dot says for whom it waits. As high as the words beside it, and on their line. */
export function State({ tone = 'neutral', children }: { tone?: Tone; children: ReactNode }) {
  return (
    <span className={cx(styles.state, styles[tone])} data-state>
      {children}
    </span>
  );
}
