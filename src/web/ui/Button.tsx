import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import styles from './Button.module.css';
import { cx } from './cx.ts';
import { Spinner } from './feedback/Spinner.tsx';

export interface ButtonAppearance {
  /** `secondary` by default. One `primary` per screen. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  /** `medium` by default; `small` is for rows and bars, not for the main action. */
  size?: 'small' | 'medium' | undefined;
  /** Takes the whole line. */
  wide?: boolean | undefined;
}

/** Class names that make any element look like a button, for links that a router renders. */
export function buttonClass(
  { variant = 'secondary', size = 'medium', wide }: ButtonAppearance = {},
  className?: string,
): string {
  return cx(styles.button, styles[variant], size === 'small' && styles.small, wide && styles.wide, className);
}

export interface ButtonProps extends ComponentProps<'button'>, ButtonAppearance {
  /** Covers the label with a spinner, keeps the width and the focus, and lets no click or submit through. */
  busy?: boolean | undefined;
  /** A lucide icon before the label. */
  icon?: ReactNode;
}

/**
 * A native button; `type` is `button` by default, so that only a chosen one submits. The second click of a double click does not:
 * the answer to the first may have come already, and emptied the form.
 */
export function Button({ variant, size, wide, busy, icon, className, children, onClick, ...rest }: ButtonProps) {
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (busy || (rest.type === 'submit' && event.detail > 1)) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      type="button"
      {...rest}
      className={buttonClass({ variant, size, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || rest['aria-disabled']}
      onClick={press}
    >
      {busy && (
        <span className={styles.busy}>
          <Spinner />
        </span>
      )}
      {icon}
      <span className={styles.label}>{children}</span>
    </button>
  );
}
