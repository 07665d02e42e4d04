import { SlidersHorizontal } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { cx } from '../cx.ts';
import { icon } from '../icon.ts';
import styles from './Filters.module.css';

interface FiltersProps {
  label: string;
  above?: boolean;
  brief?: boolean;
  children: ReactNode;
}

/**
 * Fields that narrow a list down, side by side; a phone folds them into one button. `above` a list they share its card;
 * else they stand on the page. In `brief` ones what a field holds names it: its label is only read out.
 */
export function Filters({ label, above, brief, children }: FiltersProps) {
  const [open, setOpen] = useState(false);
  return (
    <search
      className={cx(styles.filters, above && styles.above, brief && styles.brief, !open && styles.folded)}
      aria-label={label}
    >
      <Button
        icon={<SlidersHorizontal {...icon} />}
        className={styles.fold}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {children}
    </search>
  );
}
