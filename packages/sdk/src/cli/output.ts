import type { formats } from './words.ts';

export type Row = Readonly<Record<string, unknown>>;

/** Makes text of rows that come in several batches: the first one brings the head. */
type Printer = (rows: readonly Row[]) => string;

/** Printers of rows with these columns. */
export const printers: Record<(typeof formats)[number], (columns: readonly string[]) => Printer> = {
  json: () => (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''),

  csv(columns) {
    const line = (cells: readonly string[]) => `${cells.map(quoted).join(',')}\r\n`;
    return withHead(columns, line, (row) => columns.map((column) => withoutFormula(textOf(row[column]))));
  },

  /** Columns grow with their content, so that a stream needs no look ahead. */
  table(columns) {
    const widths = columns.map(({ length }) => length);
    const line = (cells: readonly string[]) =>
      `${cells
        .map((cell, index) => cell.padEnd(widths[index] ?? 0))
        .join('  ')
        .trimEnd()}\n`;
    const cellsOf = (row: Row) => columns.map((column) => visible(textOf(row[column])));
    const print = withHead(columns, line, cellsOf);
    return (rows) => {
      for (const row of rows)
        for (const [index, { length }] of cellsOf(row).entries()) widths[index] = Math.max(widths[index] ?? 0, length);
      return print(rows);
    };
  },
};

function withHead(
  columns: readonly string[],
  line: (cells: readonly string[]) => string,
  cellsOf: (row: Row) => readonly string[],
): Printer {
  let isFirst = true;
  return (rows) => {
    const lines = [...(isFirst ? [columns] : []), ...rows.map(cellsOf)];
    isFirst = false;
    return lines.map(line).join('');
  };
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Without signs that a terminal would obey or that would break the line: clients write what is shown. */
export const visible = (text: string) => text.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ');

const quoted = (cell: string) => (/[",\r\n]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** What a spreadsheet would compute begins with an apostrophe. Numbers stay numbers. */
const withoutFormula = (cell: string) =>
  /^\s*[=+\-@\t\r]/.test(cell) && !/^-\d+(?:\.\d+)?$/.test(cell) ? `'${cell}` : cell;
