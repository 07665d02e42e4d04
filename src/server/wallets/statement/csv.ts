import { toDecimal } from '#contract/kernel/money.ts';
import { csvOf, type CsvCell } from '#server/platform/exports/csv.ts';
import type { Statement } from './read.ts';
import type { StatementWords } from '../statement-words.ts';

/** A statement for a spreadsheet: a line for each row, between the opening and the closing balance, and the hash last. */
export function statementCsv(statement: Statement, words: StatementWords): string {
  const { wallet, from, to, openingMinor, rows, closingMinor, hash } = statement;
  const { text, kind, detail } = words;
  const decimal = (minor: bigint): CsvCell => ({ number: toDecimal(minor, wallet.currency) });
  const balance = (day: string, name: string, minor: bigint) => [
    day,
    '',
    name,
    '',
    '',
    decimal(minor),
    wallet.currency,
  ];
  return csvOf([
    [
      text('wallets.statement_time_utc'),
      text('wallets.statement_number'),
      text('wallets.operation'),
      text('wallets.statement_details'),
      text('wallets.amount'),
      text('wallets.balance_after'),
      text('wallets.currency'),
    ],
    balance(from, text('wallets.statement_opening'), openingMinor),
    ...rows.map((row) => [
      row.at.toISOString(),
      row.id,
      kind(row),
      detail(row) ?? '',
      decimal(row.amount),
      decimal(row.balance),
      wallet.currency,
    ]),
    balance(to, text('wallets.statement_closing'), closingMinor),
    ['', '', text('wallets.statement_hash'), hash, '', '', ''],
  ]);
}
