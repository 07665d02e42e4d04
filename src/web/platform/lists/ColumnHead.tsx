import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react';
import { cx } from '#web/ui/cx.ts';
import { visuallyHiddenOnPhone } from '#web/ui/VisuallyHidden.tsx';
import styles from './ColumnHead.module.css';

/** How a list is sorted: by a column’s key, its least value first, or with `-` its greatest. */
export interface Sorting {
  by: string;
  /** All that there are; a column that is pressed takes the first of its two, then the other. */
  choices: readonly string[];
  onSort: (by: string) => void;
}

interface ColumnHeadProps {
  column: { key: string; header: string };
  sorting: Sorting;
  className: string | undefined;
}

/* oxlint-disable jsx-a11y/no-redundant-roles -- each part of such a table says its role, as in DataTable. */

/** The head of a column of a list: where it can be sorted by it a button, on a phone in a line above the rows. */
export function ColumnHead({ column: { key, header }, sorting: { by, choices, onSort }, className }: ColumnHeadProps) {
  const [first, other] = choices.filter((choice) => choice === key || choice === `-${key}`);
  if (first === undefined)
    return (
      <th role="columnheader" scope="col" className={cx(className, visuallyHiddenOnPhone)}>
        {header}
      </th>
    );
  const isSorted = by === first || by === other;
  const [isDown, next] = [by.startsWith('-'), by === first ? (other ?? first) : first];
  const Arrow = isSorted ? (isDown ? ArrowDown : ArrowUp) : ArrowUpDown;
  return (
    <th
      role="columnheader"
      scope="col"
      className={className}
      aria-sort={isSorted ? (isDown ? 'descending' : 'ascending') : undefined}
    >
      <button type="button" className={styles.head} onClick={() => onSort(next)}>
        {header}
        <Arrow size={14} strokeWidth={1.75} aria-hidden />
      </button>
    </th>
  );
}
