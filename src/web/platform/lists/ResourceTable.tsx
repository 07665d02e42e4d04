import { useRouter } from '@tanstack/react-router';
import { useRef } from 'react';
import { DataTable, type DataTableProps } from '#web/ui/tables/DataTable.tsx';
import { pathIn, useLanguage } from '../i18n/language.ts';
import type { Path } from '../navigation/path.ts';
import { useText } from '../i18n/i18n.tsx';
import { useKeys } from '../keys/use-keys.ts';
import { ColumnHead, type Sorting } from './ColumnHead.tsx';
import { keepQueue } from './queue.ts';
import { keepPlace, useReturn } from './use-return.ts';
import { keepSelection } from './use-selection.ts';
import { useTickColumn, type RowChoice } from './use-tick-column.tsx';

interface ResourceTableProps<Row> extends DataTableProps<Row> {
  /** Where a row leads: a click anywhere on it opens it, as its link does. Without it only links in the row lead on. */
  to?: ((row: Row) => Path) | undefined;
  /** Where several rows can be chosen at once. */
  choice?: RowChoice<Row> | undefined;
  /** Where its heads sort it. */
  sorting?: Sorting | undefined;
}

/**
 * A list of staff: dense rows that open by a click anywhere, or by the keys j, k and Enter. After Back it is where it was,
 * with the focus on the row that was opened.
 */
export function ResourceTable<Row>({ to, choice, sorting, ...table }: ResourceTableProps<Row>) {
  const frame = useRef<HTMLDivElement>(null);
  const router = useRouter();
  const language = useLanguage();
  useReturn(frame);
  const t = useText();
  useKeys([
    to && { key: 'j', label: t('keys.next_row'), scope: 'list', run: () => step(frame.current, 1), repeats: true },
    to && { key: 'k', label: t('keys.previous_row'), scope: 'list', run: () => step(frame.current, -1), repeats: true },
    to && { key: 'Enter', label: t('keys.open'), scope: 'list' },
  ]);
  const ticks = useTickColumn(frame, table.rows, table.rowKey, choice);
  const leave = (key: string | undefined) => {
    if (!key) return;
    const keep = keepPlace(key);
    if (!to) return;
    // The window's own: the router may be on its way to the record already.
    const { pathname, search } = location;
    const keys = new Map(table.rows.map((row) => [to(row) as string, table.rowKey(row)]));
    keepQueue(pathname, {
      search: router.options.parseSearch(search),
      paths: [...keys.keys()],
      onMove: (path) => keep(keys.get(path) ?? key),
    });
    if (choice) keepSelection(choice.keys);
  };
  return (
    // The links in the rows are for the keyboard; a click beside them opens the row as well.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions, jsx-a11y/click-events-have-key-events
    <div
      ref={frame}
      onClick={({ target, metaKey, ctrlKey, shiftKey }) => {
        if (!(target instanceof Element)) return;
        const key = target.closest<HTMLElement>('[data-row]')?.dataset['row'];
        const row = table.rows.find((each) => table.rowKey(each) === key);
        if (row === undefined || metaKey || ctrlKey || shiftKey || target.closest('input, label')) return;
        leave(key);
        if (!to || target.closest('a, button, select') || String(getSelection())) return;
        void router.navigate({ href: pathIn(language, to(row)) });
      }}
    >
      <DataTable
        {...table}
        columns={[...ticks, ...table.columns]}
        dense={to !== undefined}
        named
        head={
          sorting && ((column, className) => <ColumnHead column={column} sorting={sorting} className={className} />)
        }
      />
    </div>
  );
}

/** Moves the focus to the link of the next or previous row. */
function step(frame: HTMLElement | null, by: 1 | -1): void {
  const rows = [...(frame?.querySelectorAll<HTMLElement>('[data-row]') ?? [])];
  const current = rows.findIndex((row) => row.contains(document.activeElement));
  const next = rows[current < 0 ? 0 : Math.min(Math.max(current + by, 0), rows.length - 1)];
  next?.querySelector<HTMLElement>('a')?.focus();
}
