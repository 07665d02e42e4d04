import { Check, ChevronDown, CircleAlert, Clock, X } from 'lucide-react';
import { useEffect, useId, useRef, useState, type ReactNode } from 'react';
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
  const line = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(due);
  const [wasDue, setWasDue] = useState(due);
  // Once unfolded, a form stays with what was typed into it.
  const [filled, setFilled] = useState(due);
  if (wasDue !== due) {
    setWasDue(due);
    // Staff may ask for another step first while this one is being filled in.
    setOpen(due || (open && state === 'open'));
  }
  if (open && !filled) setFilled(true);
  const hadFocus = useRef(false);
  useEffect(() => {
    // What was just sent is folded away with the button that sent it; Tab goes on to the next step from here.
    if (!open && hadFocus.current && !holdsFocusElsewhere(line.current)) line.current?.focus();
    hadFocus.current = false;
  }, [open]);
  const Sign = signs[state];
  const words = (
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
            ref={line}
            type="button"
            className={styles.line}
            aria-expanded={open}
            aria-controls={bodyId}
            onClick={() => setOpen(!open)}
          >
            {words}
            <ChevronDown {...icon} className={styles.chevron} />
          </button>
        ) : (
          <span className={styles.line}>{words}</span>
        )}
      </h3>
      {children && (
        <div id={bodyId} className={styles.body} hidden={!open} data-body onFocus={() => (hadFocus.current = true)}>
          {filled && children}
        </div>
      )}
    </li>
  );
}

/** Whether the person has gone to another place of the page. */
function holdsFocusElsewhere(line: HTMLElement | null): boolean {
  const at = document.activeElement;
  return at !== null && at !== document.body && !line?.closest('li')?.contains(at);
}
