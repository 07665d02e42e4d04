/** Heights of rows; a list has one of them as a standard. */
export const rowHeights = ['compact', 'comfortable'] as const;
export type RowHeight = (typeof rowHeights)[number];

/** How a list is laid out: its columns in order, by key, the height of its rows, and what they are sorted by. */
export interface Layout {
  columns: readonly string[];
  rows: RowHeight;
  sort: string;
}

/** How a list is laid out without a choice, and how else it can be sorted. */
export interface Standard extends Layout {
  sorts: readonly string[];
}

/** What the address of a list says besides its filter: the layout, and the view that it was opened with. */
export const layoutNames = ['columns', 'rows', 'sort', 'saved'] as const;

/**
 * As the address has it, which any person may have written, or a view from before a column was renamed: what the list
 * does not have counts as not there. Its first column says what a row is, and stays.
 */
export function readLayout(standard: Standard, { columns, rows, sort }: Record<string, unknown>): Layout {
  const asked = typeof columns === 'string' ? columns.split(',') : [];
  const known = asked.filter((key) => standard.columns.includes(key));
  const chosen = [...new Set([...standard.columns.slice(0, 1), ...known])];
  return {
    columns: known.length > 0 ? chosen : standard.columns,
    rows: rowHeights.find((height) => height === rows) ?? standard.rows,
    sort: standard.sorts.find((each) => each === sort) ?? standard.sort,
  };
}

/** What the address says of it: nothing of what is as usual. */
export function writeLayout(standard: Layout, { columns, rows, sort }: Layout): Record<string, string> {
  const [asked, usual] = [columns.join(','), standard.columns.join(',')];
  return {
    ...(asked !== usual && { columns: asked }),
    ...(rows !== standard.rows && { rows }),
    ...(sort !== standard.sort && { sort }),
  };
}

/** A column with its place changed by one; the first one stays where it is. */
export function moveColumn(columns: readonly string[], key: string, by: 1 | -1): readonly string[] {
  const at = columns.indexOf(key);
  if (at < 1 || at + by < 1 || at + by >= columns.length) return columns;
  const rest = columns.filter((each) => each !== key);
  return [...rest.slice(0, at + by), key, ...rest.slice(at + by)];
}
