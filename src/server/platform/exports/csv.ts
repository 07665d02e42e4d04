/** A text, or a number that a spreadsheet may compute with; null is an empty cell. */
export type CsvCell = string | number | null | { number: string | null };

const byteOrderMark = '\uFEFF';

/**
 * Rows as CSV by RFC 4180, in UTF-8 with the byte order mark for spreadsheets. A text that a spreadsheet would take for
 * a formula gets an apostrophe before it; numbers are plain decimals, so they need none. Where a spreadsheet separates
 * cells by another character than the comma, its quotes do not hold a text together, so the text after such a character
 * or a line end inside it gets an apostrophe, too.
 */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(spelt).join(',')}\r\n`).join('');
}

function spelt(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.number ?? '';
  const started = /^\s*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  const safe = started.replace(/([;\t\r\n])(?=[\s"]*[=+\-@])/g, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
