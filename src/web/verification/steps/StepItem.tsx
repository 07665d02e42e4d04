import { Check, ChevronDown, CircleAlert, Clock, X } from 'lucide-react';
import { useId, useState, type ReactNode } from 'react';
import { cx } from '#web/ui/cx.ts';
import { icon } from '#web/ui/icon.ts';
import type { StepState } from './steps.ts';
import styles from './StepItem.module.css';

interface StepItemProps {
  id: string;
  /** Its place in the list. */
  number: number;
  name: string;
  state: StepState;
  /** The second line: since when it is done, who acts until when, or how long it takes. */
  more: ReactNode;
  badge?: ReactNode;
  /** What the client does now: unfolded, and folded again once it is done. */
  due: boolean;
  /** Nothing where there is nothing to do or to read. */
  children?: ReactNode;
}

const signs = { done: Check, waiting: Clock, again: CircleAlert, refused: X, open: undefined };

/** One step of verification in a line, which unfolds what the client has given or gives. */
export function StepItem({ id, number, name, state, more, badge, due, children }: StepItemProps) {
  const bodyId = useId();
  const [open, setOpen] = useState(due);
  const [wasDue, setWasDue] = useState(due);
  // Once unfolded, a form stays with what was typed into it.
  const [filled, setFilled] = useState(due);
  if (wasDue !== due) {
    setWasDue(due);
    setOpen(due);
  }
  if (open && !filled) setFilled(true);
  const Sign = signs[state];
  const line = (
    <>
      <span className={cx(styles.sign, styles[state], due && styles.due)} aria-hidden>
        {Sign ? <Sign {...icon} /> : number}
      </span>
      <span className={styles.text}>
        <span className={styles.name}>{name}</span>
        {more && <span className={styles.more}>{more}</span>}
      </span>
      {badge}
    </>
  );
  return (
    <li id={id} className={styles.step}>
      <h3>
        {children ? (
          <button
            type="button"
            className={styles.line}
            aria-expanded={open}
            aria-controls={bodyId}
            onClick={() => setOpen(!open)}
          >
            {line}
            <ChevronDown {...icon} className={styles.chevron} />
          </button>
        ) : (
          <span className={styles.line}>{line}</span>
        )}
      </h3>
      {children && (
        <div id={bodyId} className={styles.body} hidden={!open} data-body>
          {filled && children}
        </div>
      )}
    </li>
  );
}
