import { Ellipsis } from 'lucide-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { icon as iconSize } from './icon.ts';
import { iconButtonClass } from './IconButton.tsx';
import styles from './Menu.module.css';

export interface MenuAct {
  label: string;
  icon?: ReactNode;
  /** Hard to take back: red, and the last. */
  danger?: boolean;
  onChoose: () => void;
}

interface MenuProps {
  label: string;
  /** Before the label; without one three dots stand for the label, which is read then. */
  icon?: ReactNode;
  busy?: boolean;
  acts: readonly MenuAct[];
}

/** Acts behind one button, under it or above it. Dialogs that they open are rendered outside: a closed menu hides what is in it. */
export function Menu({ label, icon, busy, acts }: MenuProps) {
  const id = useId();
  const button = useRef<HTMLDivElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return;
    const hide = ({ target }: Event) => {
      if (!panel.current?.contains(target as Node)) panel.current?.hidePopover();
    };
    window.addEventListener('scroll', hide, { capture: true });
    return () => window.removeEventListener('scroll', hide, { capture: true });
  }, [isOpen]);
  const opens = { popoverTarget: id, 'aria-expanded': isOpen };
  return (
    <div ref={button} className={styles.frame}>
      {icon ? (
        <Button icon={icon} busy={busy} {...opens}>
          {label}
        </Button>
      ) : (
        <button type="button" title={label} aria-label={label} className={cx(iconButtonClass, styles.dots)} {...opens}>
          <Ellipsis {...iconSize} />
        </button>
      )}
      {/* The keys that bubble from its buttons. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        id={id}
        ref={panel}
        popover="auto"
        role="group"
        aria-label={label}
        className={styles.panel}
        onBeforeToggle={({ newState }) => {
          if (newState === 'open' && panel.current && button.current) place(panel.current, button.current);
        }}
        onToggle={({ newState, currentTarget }) => {
          setIsOpen(newState === 'open');
          if (newState === 'open') currentTarget.querySelector('button')?.focus();
        }}
        onKeyDown={step}
      >
        {acts.map((act) => (
          <button
            key={act.label}
            type="button"
            className={cx(styles.act, act.danger && styles.danger)}
            popoverTarget={id}
            popoverTargetAction="hide"
            onClick={act.onChoose}
          >
            {act.icon}
            {act.label}
          </button>
        ))}
      </div>
    </div>
  );
}

/** The arrows go from act to act, as Tab does; Escape is the browser's. */
function step(event: KeyboardEvent<HTMLElement>): void {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (by === undefined) return;
  event.preventDefault();
  const acts = [...event.currentTarget.querySelectorAll('button')];
  acts.at((acts.findIndex((act) => act === document.activeElement) + by) % acts.length)?.focus();
}

/** At the edge of its button that is nearer to the middle of the window, below it where there is more space below. */
function place(panel: HTMLElement, button: HTMLElement): void {
  const { top, bottom, left, right } = button.getBoundingClientRect();
  const isLow = (top + bottom) / 2 > innerHeight / 2;
  const isRight = (left + right) / 2 > innerWidth / 2;
  panel.style.top = isLow ? 'auto' : `${bottom + 4}px`;
  panel.style.bottom = isLow ? `${innerHeight - top + 4}px` : 'auto';
  panel.style.left = isRight ? 'auto' : `${left}px`;
  panel.style.right = isRight ? `${document.documentElement.clientWidth - right}px` : 'auto';
}
