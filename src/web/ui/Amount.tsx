import { ArrowDown, ArrowUp } from 'lucide-react';
import styles from './Amount.module.css';
import { cx } from './cx.ts';

/** An amount, already formatted with its currency. Keeps its order in right-to-left text and never breaks. */
export function Money({ text, strong }: { text: string; strong?: boolean }) {
  return <bdi className={cx(styles.amount, strong && styles.strong)}>{text}</bdi>;
}

export interface DeltaProps {
  /** Already formatted, with its sign. */
  text: string;
  trend: 'up' | 'down' | 'flat';
}

/** A change: its sign, an arrow and a colour say the same. */
export function Delta({ text, trend }: DeltaProps) {
  const Arrow = trend === 'up' ? ArrowUp : ArrowDown;
  return (
    <span className={cx(styles.amount, styles[trend])}>
      {trend !== 'flat' && <Arrow className={styles.arrow} size="0.9em" strokeWidth={2} aria-hidden />}
      <bdi>{text}</bdi>
    </span>
  );
}
