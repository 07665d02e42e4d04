import { useRef, type RefObject } from 'react';
import type { Column } from '#web/ui/tables/DataTable.tsx';
import styles from './TickColumn.module.css';
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx';
import { between, type Selection } from './use-selection.ts';
import { useText } from '../i18n/i18n.tsx';
import { useKeys } from '../keys/use-keys.ts';

/** Which rows of a list can be chosen for an act on several. */
export interface RowChoice<Row> extends Selection {
  /** Of the column, for those who do not see it. */
  header: string;
  label: (row: Row) => string;
  may: (row: Row) => boolean;
}

/** The first column of a list whose rows can be chosen: by click, with Shift up to the row chosen before, and by x and X. */
export function useTickColumn<Row>(
  frame: RefObject<HTMLElement | null>,
  rows: readonly Row[],
  rowKey: (row: Row) => string,
  choice: RowChoice<Row> | undefined,
): Column<Row>[] {
  const last = useRef<string | null>(null);
  const open = choice ? rows.filter(choice.may).map(rowKey) : [];
  const tick = (key: string, extend: boolean) => {
    if (!choice || !open.includes(key)) return;
    const isOn = !choice.keys.has(key);
    const meant = extend ? between(open, last.current, key) : [key];
    last.current = key;
    choice.choose(
      extend || isOn ? [...choice.keys, ...meant] : [...choice.keys].filter((each) => !meant.includes(each)),
    );
  };
  const tickFocused = (extend: boolean) => {
    const key = frame.current?.querySelector<HTMLElement>('[data-row]:focus-within')?.dataset['row'];
    if (key) tick(key, extend);
  };
  const t = useText();
  useKeys([
    choice && { key: 'x', label: t('keys.select'), scope: 'list', run: () => tickFocused(false) },
    choice && { key: 'X', label: t('keys.select_range'), scope: 'list', run: () => tickFocused(true) },
  ]);
  if (!choice) return [];
  return [
    {
      key: 'tick',
      header: choice.header,
      tick: true,
      bare: true,
      cell: (row) =>
        choice.may(row) && (
          <label className={styles.tick}>
            <input
              type="checkbox"
              aria-keyshortcuts="x"
              checked={choice.keys.has(rowKey(row))}
              onChange={({ nativeEvent }) =>
                tick(rowKey(row), nativeEvent instanceof MouseEvent && nativeEvent.shiftKey)
              }
            />
            <VisuallyHidden>{choice.label(row)}</VisuallyHidden>
          </label>
        ),
    },
  ];
}
