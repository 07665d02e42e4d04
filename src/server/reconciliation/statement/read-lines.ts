import { CsvError, parse, type Info } from 'csv-parse/sync';
import { fromDecimal, knownCurrencies } from '#contract/kernel/money.ts';
import { maxStatementLines, statementColumns, type StatementColumn } from '#contract/reconciliation/names.ts';
import type { StatementFormat } from '#contract/reconciliation/endpoints.ts';
import { refuseField, type Refusal } from '#server/platform/refusal.ts';
import { readAmount, readDay } from './read-cells.ts';

/** One movement as a bank or a provider reports it. Incoming money is positive. */
export interface StatementLine {
  reference: string;
  amountMinor: bigint;
  currency: string;
  /** As `2026-03-02`. */
  on: string;
}

/** One record of a file, and the line of the file on which it ends, as an editor counts them. */
interface CsvRecord {
  cells: string[];
  line: number;
}

/**
 * Reads a CSV by its first line, with its columns in any order and next to any others. Every line with content is read,
 * or the whole file is refused with the number of the first line that cannot be read.
 * @throws Refusal on `lines`: `reconciliation.columns`, `reconciliation.column_twice`, `reconciliation.too_many_lines`,
 * `reconciliation.line`, `reconciliation.currency`
 */
export function readStatementLines(text: string, format: StatementFormat = {}): StatementLine[] {
  const separator = separatorOf(text);
  const [head, ...records] = parseCsv(text, separator);
  const columns = findColumns(head?.cells ?? [], format);
  if (records.length > maxStatementLines)
    throw refuseField('lines', 'reconciliation.too_many_lines', { max: maxStatementLines });
  return records.map(({ cells, line }) => {
    // A separator more or less would move a value into another column.
    if (cells.length !== head?.cells.length || cells.some((cell) => holdsRecord(cell, cells.length, separator)))
      throw unreadable(line);
    return readLine(line, (column) => withoutFormulaGuard(cells[columns[column]] ?? ''), format);
  });
}

/**
 * Whether a cell of several lines may have swallowed others, as it does between two quotes that were not meant: it then
 * has all the separators of a record.
 */
export const holdsRecord = (cell: string, columns: number, separator: string): boolean =>
  /[\r\n]/.test(cell) && cell.split(separator).length >= columns;

/** The position of each column; -1 for the currency of a file that has one currency throughout. */
function findColumns(head: string[], format: StatementFormat): Record<StatementColumn, number> {
  const names = head.map((name) => name.trim().toLowerCase());
  const columns = {} as Record<StatementColumn, number>;
  for (const column of statementColumns) {
    const name = format[column] || column;
    columns[column] = names.indexOf(name.toLowerCase());
    const isMissing = columns[column] === -1 && !(column === 'currency' && format.one_currency);
    if (isMissing) throw refuseField('lines', 'reconciliation.columns', { column: name });
    // Of two columns with one name, only the broker knows which one is meant.
    if (columns[column] !== names.lastIndexOf(name.toLowerCase()))
      throw refuseField('lines', 'reconciliation.column_twice', { column: name });
  }
  return columns;
}

/** Without the apostrophe by which our own files prevent spreadsheets from calculating. */
export const withoutFormulaGuard = (cell: string) => cell.trim().replace(/^'(?=[=+\-@])/, '');

function readLine(line: number, cell: (column: StatementColumn) => string, format: StatementFormat): StatementLine {
  const currency = format.one_currency ?? cell('currency').toUpperCase();
  if (!knownCurrencies.includes(currency)) throw refuseField('lines', 'reconciliation.currency', { line, currency });
  try {
    const amountMinor = fromDecimal(readAmount(cell('amount'), format.decimal_sign), currency);
    if (amountMinor === 0n) throw new RangeError('nothing moved');
    const on = readDay(cell('date'), format.date_order);
    return { reference: cell('reference').slice(0, 200), amountMinor, currency, on };
  } catch {
    throw unreadable(line);
  }
}

/** A line of the file that cannot be read, by its number. */
export const unreadable = (line: number): Refusal => refuseField('lines', 'reconciliation.line', { line });

/**
 * Records by RFC 4180, separated by the sign that the first line has most of. A quote inside a word is part of the
 * word, since references of banks contain them. Lines without content are left out.
 */
export function parseCsv(text: string, separator = separatorOf(text)): CsvRecord[] {
  try {
    const records = parse(text, {
      bom: true,
      delimiter: separator,
      info: true,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
    }) as unknown as { record: string[]; info: Info }[];
    return records
      .map(({ record, info }) => ({ cells: record, line: info.lines }))
      .filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
  } catch (error) {
    if (error instanceof CsvError) throw unreadable(Number(error['lines'] ?? 1));
    throw error;
  }
}

export function separatorOf(text: string): string {
  const [first = ''] = text.split(/[\r\n]/, 1);
  const count = (separator: string) => first.split(separator).length;
  return [',', ';', '\t'].reduce((best, next) => (count(next) > count(best) ? next : best));
}
