/** A text, or a number that a spreadsheet may reckon with; nothing at all stands empty. */
export type CsvCell = string | number | null | { number: string | null };

const byteOrderMark = '\uFEFF';

/**
 * Rows as CSV by RFC 4180, in UTF-8 with the mark that makes spreadsheets read it so. A text that a spreadsheet would
 * take for a formula gets an apostrophe before it; numbers are plain decimals, so they need none. Where a spreadsheet
 * parts cells at another sign than the comma, its quotes do not hold a text together, so what follows such a sign or the
 * end of a line inside it gets one, too.
 */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(spelt).join(',')}\r\n`).join('');
}

function spelt(cell: CsvCell): string {
  if (cell === null) return '';
  if (typeof cell === 'number') return String(cell);
  if (typeof cell === 'object') return cell.number ?? '';
  const begun = /^\s*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  const safe = begun.replace(/([;\t\r\n])(?=[\s"]*[=+\-@])/g, "$1'");
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
