import { toDecimal } from '#contract/kernel/money.ts';
import { maxStatementLines } from '#contract/reconciliation/names.ts';
import type { StatementFormat } from '#contract/reconciliation/endpoints.ts';
import { refuseField } from '#server/platform/refusal.ts';
import { readCamt } from '../bank-statement/camt.ts';
import { readMt940 } from '../bank-statement/mt940.ts';
import type { BankBalance, BankEntry, StatementPart } from '../bank-statement/statement.ts';
import { readStatementLines, type StatementLine } from './read-lines.ts';

/** The final movements of a file, and how many are not final yet and are left out. */
export interface StatementFile {
  lines: StatementLine[];
  pending: number;
}

const maxReference = 200;

/**
 * Reads a statement as banks write it: camt.053, camt.054, MT940, MT942 or CSV, recognised by how it begins. Every
 * line is read, or the file is refused.
 * @throws Refusal on `lines` as `readStatementLines`, `reconciliation.sum`, `reconciliation.pending`; as `readCamt`
 */
export async function readStatement(text: string, format: StatementFormat | undefined): Promise<StatementFile> {
  const begin = text.slice(0, 1000).trimStart();
  if (begin.startsWith('<')) {
    // The text has been decoded, whatever its first line says of its encoding.
    return collect(readCamt(once(Buffer.from(text.replace(/^\s*<\?xml[^>]*\?>/, '')))));
  }
  if (/^(?:\{1:|:20:)/.test(begin)) return collect(readMt940(once(Buffer.from(text, 'latin1'))));
  return { lines: readStatementLines(text, format), pending: 0 };
}

async function* once(content: Buffer): AsyncGenerator<Buffer> {
  yield content;
}

async function collect(parts: AsyncIterable<StatementPart>): Promise<StatementFile> {
  const lines: StatementLine[] = [];
  let pending = 0;
  let sum = 0n;
  for await (const part of parts) {
    if ('balance' in part) {
      checkSum(part.balance, sum);
      sum = 0n;
      continue;
    }
    const { entry } = part;
    if (!entry.isBooked) {
      pending += 1;
      continue;
    }
    sum += entry.amountMinor;
    if (entry.amountMinor !== 0n) lines.push(lineOf(entry));
    if (lines.length > maxStatementLines)
      throw refuseField('lines', 'reconciliation.too_many_lines', { max: maxStatementLines });
  }
  if (lines.length === 0 && pending > 0) throw refuseField('lines', 'reconciliation.pending');
  return { lines, pending };
}

/** What a bank forgot to write, or a program cut off, shows in the balances. */
function checkSum({ number, currency, openingMinor, closingMinor }: BankBalance, sum: bigint): void {
  if (openingMinor === null || closingMinor === null || openingMinor + sum === closingMinor) return;
  const difference = toDecimal(closingMinor - openingMinor - sum, currency);
  throw refuseField('lines', 'reconciliation.sum', { number, difference: `${difference} ${currency}` });
}

const lineOf = ({ amountMinor, currency, on, ...entry }: BankEntry): StatementLine => ({
  reference: [entry.endToEndId, entry.structured, entry.text, entry.bankReference]
    .filter(Boolean)
    .join(' ')
    .slice(0, maxReference),
  amountMinor,
  currency,
  on,
});
