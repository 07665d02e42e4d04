import { fromDecimal, knownCurrencies } from '#contract/kernel/money.ts';
import { statementColumns, type StatementColumn } from '#contract/reconciliation/names.ts';
import type { StatementFormat } from '#contract/reconciliation/statements.ts';
import { readCsv, withoutFormulaGuard } from '#server/platform/files/read-csv.ts';
import { refuse } from '#server/platform/refusal.ts';
import { unreadable, unsupported, type Currencies, type StatementPart } from '../bank-statement/statement.ts';
import { readAmount, readDay } from './read-cells.ts';

/**
 * Reads a CSV by its first line, with its columns in any order and next to any others. Every line with content is read,
 * or the whole file is refused with the number of the first line that cannot be read.
 * @throws Refusal `reconciliation.columns`, `reconciliation.column_twice`, `reconciliation.line`, `reconciliation.currency`
 */
export async function* readCsvEntries(
  content: AsyncIterable<Buffer>,
  format: StatementFormat = {},
  currencies: Currencies = knownCurrencies,
): AsyncGenerator<StatementPart> {
  let columns: Columns | undefined;
  for await (const { cells, line } of readCsv(textOf(content), (line) => unreadable({ line }))) {
    if (columns === undefined) {
      columns = findColumns(cells, format);
      continue;
    }
    const { of, count } = columns;
    // A separator more or less would move a value into another column.
    if (cells.length !== count) throw unreadable({ line });
    const cell = (column: StatementColumn) => withoutFormulaGuard(cells[of[column]] ?? '');
    const entry = readEntry(line, cell, format);
    if (!currencies.includes(entry.currency)) throw unsupported({ line }, entry.currency);
    yield { entry };
  }
  if (columns === undefined) throw refuse('reconciliation.nothing_given');
}

/**
 * The text of a file in UTF-8, or in the encoding of western Windows, which many banks still use: line by line, so that no
 * sign is cut in two.
 */
async function* textOf(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest = Buffer.alloc(0);
  let encoding: 'utf-8' | 'windows-1252' = 'utf-8';
  const decode = (bytes: Buffer): string => {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes);
    } catch {
      encoding = 'windows-1252';
      return new TextDecoder(encoding).decode(bytes);
    }
  };
  for await (const piece of content) {
    const all = Buffer.concat([rest, piece]);
    const end = all.lastIndexOf('\n') + 1;
    rest = all.subarray(end);
    if (end > 0) yield decode(all.subarray(0, end));
    else if (rest.length > longestLine) throw unreadable({ line: 1 });
  }
  yield decode(rest);
}

const longestLine = 100_000;

interface Columns {
  /** The position of each; -1 for one that a file does without. */
  of: Record<StatementColumn, number>;
  count: number;
}

function findColumns(head: string[], format: StatementFormat): Columns {
  const names = head.map((name) =>
    name
      .replace(/^\uFEFF/, '')
      .trim()
      .toLowerCase(),
  );
  const of = {} as Record<StatementColumn, number>;
  for (const column of statementColumns) {
    const name = format[column] || column;
    of[column] = names.indexOf(name.toLowerCase());
    const isNeeded =
      column === 'payer' || column === 'receiving_account'
        ? Boolean(format[column])
        : column !== 'currency' || !format.one_currency;
    if (of[column] === -1 && isNeeded) throw refuse('reconciliation.columns', { column: name });
    // Of two columns with one name, only the broker knows which one is meant.
    if (of[column] !== names.lastIndexOf(name.toLowerCase()))
      throw refuse('reconciliation.column_twice', { column: name });
  }
  return { of, count: head.length };
}

function readEntry(line: number, cell: (column: StatementColumn) => string, format: StatementFormat) {
  const currency = format.one_currency ?? cell('currency').toUpperCase();
  if (!knownCurrencies.includes(currency)) throw unsupported({ line }, currency);
  try {
    const amountMinor = fromDecimal(readAmount(cell('amount'), format.decimal_sign), currency);
    if (amountMinor === 0n) throw new RangeError('nothing moved');
    return {
      at: { line },
      account: '',
      receiver: cell('receiving_account') || null,
      currency,
      amountMinor,
      on: readDay(cell('date'), format.date_order),
      isReversal: false,
      bankReference: null,
      endToEndId: null,
      structured: null,
      text: cell('reference'),
      name: cell('payer') || null,
      otherAccount: null,
      returnReason: null,
    };
  } catch {
    throw unreadable({ line });
  }
}
