import { fromDecimal, knownCurrencies } from '#contract/money.ts';
import { mostStatementLines } from '#contract/reconciliation-names.ts';
import { refuseField } from '#server/platform/refusal.ts';

/** What a bank or a provider says of one movement. Money that came in is positive. */
export interface StatementLine {
  reference: string;
  amountMinor: bigint;
  currency: string;
  /** As `2026-03-02`. */
  on: string;
}

const columns = ['reference', 'amount', 'currency', 'date'] as const;

/**
 * Reads a CSV by its first row, whatever the order of its columns and whatever stands in others.
 * @throws Refusal on `lines`: `reconciliation.columns`, `reconciliation.too_many_lines`, `reconciliation.line`,
 * `reconciliation.currency`
 */
export function readStatementLines(text: string): StatementLine[] {
  const [head = [], ...rows] = parseCsv(text.replace(/^\uFEFF/, ''));
  const names = head.map((name) => name.trim().toLowerCase());
  const [reference, amount, currency, on] = columns.map((column) => names.indexOf(column));
  if ([reference, amount, currency, on].includes(-1)) throw refuseField('lines', 'reconciliation.columns');
  if (rows.length > mostStatementLines)
    throw refuseField('lines', 'reconciliation.too_many_lines', { most: mostStatementLines });
  return rows.map((row, index) => {
    const cell = (place: number | undefined) => plain(row[place ?? -1] ?? '');
    // As a person counts them: the first is the head.
    return readLine(index + 2, [cell(reference), cell(amount), cell(currency).toUpperCase(), cell(on)]);
  });
}

/** Without the apostrophe by which files from here keep spreadsheets from reckoning. */
const plain = (cell: string) => cell.trim().replace(/^'(?=[=+\-@])/, '');

function readLine(line: number, [reference, amount, currency, on]: [string, string, string, string]): StatementLine {
  if (!knownCurrencies.includes(currency)) throw refuseField('lines', 'reconciliation.currency', { line, currency });
  try {
    const isDay = /^\d{4}-\d{2}-\d{2}$/.test(on) && new Date(on).toISOString().startsWith(on);
    if (!isDay) throw new RangeError(`not a day: ${on}`);
    const amountMinor = fromDecimal(amount.replace(/^\+/, ''), currency);
    if (amountMinor === 0n) throw new RangeError('nothing moved');
    return { reference: reference.slice(0, 200), amountMinor, currency, on };
  } catch {
    throw refuseField('lines', 'reconciliation.line', { line });
  }
}

/** Rows by RFC 4180, parted by commas, or by semicolons where the first row has more of these. Empty rows are left out. */
export function parseCsv(text: string): string[][] {
  const [first = ''] = text.split('\n', 1);
  const separator = first.split(';').length > first.split(',').length ? ';' : ',';
  const rows: string[][] = [];
  const cells = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r\\n|\\r|\\n|$)`, 'gy');
  let row: string[] = [];
  for (let match = cells.exec(text); match; match = cells.exec(text)) {
    const [, quoted, bare = '', end] = match;
    row.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end !== separator) {
      if (row.some((cell) => cell.trim() !== '')) rows.push(row);
      row = [];
    }
    if (cells.lastIndex >= text.length && end !== separator) break;
  }
  return rows;
}
