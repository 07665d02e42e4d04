import { Check, Circle, CircleDot } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { cx } from '../cx.ts';
import flowStyles from './Flow.module.css';
import styles from './Steps.module.css';
import stripStyles from './Strip.module.css';
import { useCurrentInSight } from './use-current-in-sight.ts';

interface StepsProps {
  /** Side by side; where there is no space for all of them, the line scrolls, with the next one in sight. */
  track?: boolean;
  children: ReactNode;
}

/** What happened, what is next and what follows, one under another. */
export function Steps({ track = false, children }: StepsProps) {
  if (track) return <Track>{children}</Track>;
  return <ol className={styles.steps}>{children}</ol>;
}

function Track({ children }: { children: ReactNode }) {
  const line = useRef<HTMLOListElement>(null);
  useCurrentInSight(line, 'start');
  return (
    <ol ref={line} className={cx(stripStyles.strip, styles.track)}>
      {children}
    </ol>
  );
}

interface StepProps {
  state: 'done' | 'next' | 'ahead';
  children: ReactNode;
  /** Who and when, in small under it; parts stand side by side. */
  more?: ReactNode;
}

const marks = { done: Check, next: CircleDot, ahead: Circle };

/** One of `Steps`. */
export function Step({ state, children, more }: StepProps) {
  const Mark = marks[state];
  return (
    <li className={cx(styles.step, styles[state])} aria-current={state === 'next' ? 'step' : undefined}>
      <span className={styles.mark}>
        <Mark size={16} aria-hidden />
      </span>
      <div>
        <p>{children}</p>
        {more && <p className={cx(flowStyles.facts, styles.more)}>{more}</p>}
      </div>
    </li>
  );
}
