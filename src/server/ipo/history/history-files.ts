import type { Language } from '#contract/kernel/languages.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import { csvOf, type CsvCell } from '#server/platform/exports/csv.ts';
import type { Letterhead, PdfDocument, PdfFact } from '#server/platform/pdf/document.ts';
import type { StatementWords } from '#server/wallets/statement-words.ts';
import type { HistoryTotal, LineRow } from './lines.ts';

type Words = Pick<StatementWords, 'text' | 'day' | 'time' | 'money' | 'number'>;

/** The client, the period, and the time of the request. */
export interface HistoryHead {
  language: Language;
  issuer: Letterhead;
  client: string;
  issuedAt: Date;
  from: string | undefined;
  to: string | undefined;
}

/** For a spreadsheet: one row for each line. */
export function historyCsv(lines: readonly LineRow[], { text }: Words): string {
  return csvOf([
    [
      text('wallets.statement_time_utc'),
      text('ipo.kind'),
      text('ipo.number'),
      text('ipo.issuer'),
      text('ipo.ticker'),
      text('ipo.number_of_shares'),
      text('ipo.share_price'),
      text('ipo.fees'),
      text('ipo.movement'),
      text('ipo.currency'),
    ],
    ...lines.map((line) => {
      const money = (minor: bigint | null): CsvCell =>
        minor === null ? '' : { number: toDecimal(minor, line.currency) };
      return [
        line.at.toISOString(),
        text(`ipo.kind_${line.kind}`),
        line.number,
        line.issuer,
        line.ticker,
        { number: String(line.quantity) },
        money(line.priceMinor),
        money(line.feeMinor),
        money(line.amountMinor),
        line.currency,
      ];
    }),
  ]);
}

/** As a document: the totals at the top, and each line in the table. */
export function historyPdf(
  { lines, totals }: { lines: readonly LineRow[]; totals: readonly HistoryTotal[] },
  head: HistoryHead,
  words: Words,
): PdfDocument {
  const { text, day, time } = words;
  return {
    language: head.language,
    issuer: head.issuer,
    title: text('ipo.history_title'),
    facts: [
      { term: text('wallets.statement_client'), details: head.client },
      ...(head.from ? [{ term: text('common.from_day'), details: day(head.from) }] : []),
      ...(head.to ? [{ term: text('common.to_day'), details: day(head.to) }] : []),
      { term: text('wallets.statement_issued'), details: time(head.issuedAt) },
      ...totals.flatMap((total) => factsOf(total, words)),
    ],
    tables: [
      {
        columns: [
          { header: text('wallets.statement_time_utc'), width: 20 },
          { header: text('ipo.kind'), width: 18 },
          { header: text('ipo.offering'), width: 20 },
          { header: text('ipo.number_of_shares'), width: 12, numeric: true },
          { header: text('ipo.share_price'), width: 14, numeric: true },
          { header: text('ipo.movement'), width: 16, numeric: true },
        ],
        rows: lines.map((line) => ({ cells: cellsOf(line, words) })),
      },
    ],
    notes: [text('ipo.history_note')],
  };
}

function factsOf({ currency, ...total }: HistoryTotal, { text, money }: Pick<Words, 'text' | 'money'>): PdfFact[] {
  const fact = (term: string, minor: bigint) => ({
    term: text(term),
    details: money(minor, currency),
  });
  return [
    fact('ipo.invested', total.invested),
    fact('ipo.proceeds', total.proceeds),
    fact('ipo.fees', total.fees),
    fact('ipo.result_of_sales', total.result),
  ];
}

function cellsOf(
  line: LineRow,
  { text, time, number, ...words }: Pick<Words, 'text' | 'time' | 'money' | 'number'>,
): { text: string; detail?: string }[] {
  const money = (minor: bigint | null) => (minor === null ? '' : words.money(minor, line.currency));
  const fee = line.feeMinor ? { detail: text('ipo.fee_of', { amount: money(line.feeMinor) }) } : {};
  return [
    { text: time(line.at) },
    { text: text(`ipo.kind_${line.kind}`), detail: line.number },
    { text: line.issuer, detail: line.ticker },
    { text: number(line.quantity) },
    { text: money(line.priceMinor) },
    { text: money(line.amountMinor), ...fee },
  ];
}
