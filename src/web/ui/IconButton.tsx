import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx.ts';
import styles from './IconButton.module.css';

/** Class of an icon button, for links that show only an icon; give such a link an `aria-label`. */
export const iconButtonClass = styles.button;

/** A square button that shows an icon and says `label`, also as its tooltip. */
export function IconButton({
  label,
  className,
  children,
  ...rest
}: ComponentProps<'button'> & { label: string; children: ReactNode }) {
  return (
    <button type="button" title={label} {...rest} aria-label={label} className={cx(styles.button, className)}>
      {children}
    </button>
  );
}
