/** A text, or a number that a spreadsheet may reckon with. */
export type CsvCell = string | { number: string };

const byteOrderMark = '\uFEFF';

/**
 * Rows as CSV by RFC 4180, in UTF-8 with the mark that makes spreadsheets read it so. A text that a spreadsheet would
 * take for a formula gets an apostrophe before it; numbers are plain decimals, so they need none.
 */
export function csvOf(rows: readonly (readonly CsvCell[])[]): string {
  return byteOrderMark + rows.map((row) => `${row.map(spelt).join(',')}\r\n`).join('');
}

function spelt(cell: CsvCell): string {
  if (typeof cell !== 'string') return cell.number;
  const safe = /^[\s]*[=+\-@\t\r]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
