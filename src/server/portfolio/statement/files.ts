import { toDecimal } from '#contract/kernel/money.ts';
import type { Language } from '#contract/kernel/languages.ts';
import { csvOf, type CsvCell } from '#server/platform/exports/csv.ts';
import type { Letterhead, PdfDocument, PdfRow } from '#server/platform/pdf/document.ts';
import type { StatementWords } from '#server/wallets/statement-words.ts';
import type { PortfolioStatement } from './read.ts';
import { changeLines, accountLabel } from './words.ts';

/** Who requested it, about whom, and when. */
export interface StatementHead {
  language: Language;
  issuer: Letterhead;
  client: string;
  issuedAt: Date;
}

type Words = Pick<StatementWords, 'text' | 'day' | 'time' | 'money'>;

/** For a spreadsheet: a line for each place with both ends in its currency and in USD, then why the value changed, and the hash last. */
export function statementCsv(statement: PortfolioStatement, { text }: Words): string {
  const decimal = (minor: bigint, currency: string): CsvCell => ({ number: toDecimal(minor, currency) });
  const usd = (cents: bigint) => decimal(cents, 'USD');
  const opening = text('investor.statement_opening');
  const closing = text('investor.statement_closing');
  return csvOf([
    [
      text('investor.statement_place'),
      text('wallets.currency'),
      text('wallets.statement_opening'),
      text('wallets.statement_closing'),
      `${opening} (USD)`,
      `${closing} (USD)`,
    ],
    ...statement.accounts.map((index) => [
      accountLabel(text, index),
      index.currency,
      decimal(index.openingMinor, index.currency),
      decimal(index.closingMinor, index.currency),
      usd(index.openingCents),
      usd(index.closingCents),
    ]),
    ...changeLines(text, statement).map(([name, cents]) => [name, 'USD', '', '', '', usd(cents)]),
    [text('wallets.statement_hash'), statement.hash, '', '', '', ''],
  ]);
}

/** As a document: why the value changed in the head, and each place in the table. */
export function statementPdf(
  statement: PortfolioStatement,
  head: StatementHead,
  { text, day, time, money }: Words,
): PdfDocument {
  const { from, to, accounts, openingCents, closingCents, hash } = statement;
  const both = (minor: bigint, currency: string, cents: bigint) => ({
    text: money(minor, currency),
    ...(currency === 'USD' ? {} : { detail: money(cents, 'USD') }),
  });
  const sum: PdfRow = {
    strong: true,
    cells: [text('investor.statement_total'), money(openingCents, 'USD'), money(closingCents, 'USD')].map((each) => ({
      text: each,
    })),
  };
  return {
    language: head.language,
    issuer: head.issuer,
    title: text('investor.statement_title'),
    facts: [
      { term: text('wallets.statement_client'), details: head.client },
      {
        term: text('wallets.statement_period'),
        details: text('wallets.statement_from_to', { from: day(from), to: day(to) }),
      },
      { term: text('wallets.statement_issued'), details: time(head.issuedAt) },
      ...changeLines(text, statement).map(([term, cents]) => ({ term, details: money(cents, 'USD') })),
    ],
    tables: [
      {
        columns: [
          { header: text('investor.statement_place'), width: 44 },
          { header: text('wallets.statement_opening'), width: 28, numeric: true },
          { header: text('wallets.statement_closing'), width: 28, numeric: true },
        ],
        rows: [
          ...accounts.map((index) => ({
            cells: [
              { text: accountLabel(text, index) },
              both(index.openingMinor, index.currency, index.openingCents),
              both(index.closingMinor, index.currency, index.closingCents),
            ],
          })),
          sum,
        ],
      },
    ],
    notes: [text('investor.statement_note'), text('wallets.statement_hash_note', { hash })],
  };
}
