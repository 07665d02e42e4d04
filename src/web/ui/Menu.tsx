import { Ellipsis } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import { Button } from './Button.tsx';
import { cx } from './cx.ts';
import { icon as iconSize } from './icon.ts';
import { iconButtonClass } from './IconButton.tsx';
import { usePopover } from './use-popover.ts';
import styles from './Menu.module.css';

export interface MenuAct {
  label: string;
  icon?: ReactNode;
  /** Hard to take back: red, and the last. */
  danger?: boolean;
  /** A phone alone has it in the menu: elsewhere it stands beside. */
  onPhone?: boolean;
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
  const { anchor, opener, panel } = usePopover<HTMLDivElement>();
  return (
    <div ref={anchor} className={styles.frame}>
      {icon ? (
        <Button icon={icon} busy={busy} {...opener}>
          {label}
        </Button>
      ) : (
        <button type="button" title={label} aria-label={label} className={cx(iconButtonClass, styles.dots)} {...opener}>
          <Ellipsis {...iconSize} />
        </button>
      )}
      {/* The keys that bubble from its buttons. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
      <div
        {...panel}
        role="group"
        aria-label={label}
        className={styles.panel}
        onToggle={(event) => {
          panel.onToggle(event);
          if (event.newState === 'open') event.currentTarget.querySelector('button')?.focus();
        }}
        onKeyDown={step}
      >
        {acts.map((act) => (
          <button
            key={act.label}
            type="button"
            className={cx(styles.act, act.danger && styles.danger, act.onPhone && styles.onPhone)}
            popoverTarget={panel.id}
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
