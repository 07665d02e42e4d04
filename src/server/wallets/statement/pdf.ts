import type { Language } from '#contract/kernel/languages.ts';
import type { Letterhead, PdfDocument, PdfRow } from '#server/platform/pdf/document.ts';
import type { Statement } from './read.ts';
import type { StatementWords } from '../statement-words.ts';

/** Who requested it, about whom, and when. */
export interface StatementHead {
  language: Language;
  issuer: Letterhead;
  client: string;
  walletName: string;
  issuedAt: Date;
}

/** A statement as a document. */
export function statementPdf(statement: Statement, head: StatementHead, words: StatementWords): PdfDocument {
  const { wallet, from, to, openingMinor, rows, closingMinor, hash } = statement;
  const { text, day, time, figure, kind, detail } = words;
  const amount = (minor: bigint) => figure(minor, wallet.currency);
  const sum = (name: string, minor: bigint): PdfRow => ({
    strong: true,
    cells: [{ text: '' }, { text: name }, { text: '' }, { text: amount(minor) }],
  });
  return {
    language: head.language,
    issuer: head.issuer,
    title: text('wallets.statement_title'),
    facts: [
      { term: text('wallets.statement_client'), details: head.client },
      { term: text('wallets.wallet'), details: head.walletName },
      { term: text('wallets.currency'), details: wallet.currency },
      {
        term: text('wallets.statement_period'),
        details: text('wallets.statement_from_to', { from: day(from), to: day(to) }),
      },
      { term: text('wallets.statement_issued'), details: time(head.issuedAt) },
    ],
    tables: [
      {
        columns: [
          { header: text('wallets.statement_time_utc'), width: 22 },
          { header: text('wallets.operation'), width: 42 },
          { header: text('wallets.amount'), width: 18, numeric: true },
          { header: text('wallets.balance_after'), width: 18, numeric: true },
        ],
        rows: [
          sum(text('wallets.statement_opening'), openingMinor),
          ...rows.map((row) => ({
            cells: [
              { text: time(row.at) },
              { text: kind(row), detail: detail(row) },
              { text: amount(row.amount) },
              { text: amount(row.balance) },
            ],
          })),
          sum(text('wallets.statement_closing'), closingMinor),
        ],
      },
    ],
    notes: [text('wallets.statement_note'), text('wallets.statement_hash_note', { hash })],
  };
}
