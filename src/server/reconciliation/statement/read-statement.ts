import { knownCurrencies } from '#contract/kernel/money.ts';
import type { StatementFormat } from '#contract/reconciliation/statements.ts';
import { amountWritten } from '#server/platform/formats/money-format.ts';
import { refuse } from '#server/platform/refusal.ts';
import { readCamt } from '../bank-statement/camt.ts';
import { readMt940 } from '../bank-statement/mt940.ts';
import type { BankBalance, Currencies, StatementPart, Unbooked } from '../bank-statement/statement.ts';
import { readCsvEntries } from './read-lines.ts';

/** What a file has, besides its movements and balances, that is not booked. */
export type ReadPart = StatementPart | { zero: Unbooked };

/**
 * Reads a statement as banks write it: camt.053, camt.054, MT940, MT942 or CSV, recognised by how it begins. It is read as
 * it arrives: every movement is given, or the file is refused.
 * @throws Refusal as `readCsvEntries`, `readCamt` and `readMt940`, `reconciliation.sum`, `reconciliation.too_many_lines`
 */
export async function* readStatement(
  content: AsyncIterable<Buffer>,
  format: StatementFormat,
  max: number,
  currencies: Currencies = knownCurrencies,
): AsyncGenerator<ReadPart> {
  let lines = 0;
  let sum = 0n;
  for await (const part of partsOf(content, format, currencies)) {
    if ('balance' in part) {
      checkSum(part.balance, sum);
      sum = 0n;
    }
    if (!('entry' in part)) yield part;
    else if (part.entry.amountMinor === 0n) yield { zero: part.entry };
    else {
      sum += part.entry.amountMinor;
      lines += 1;
      if (lines > max) throw refuse('reconciliation.too_many_lines', { max });
      yield part;
    }
  }
}

async function* partsOf(
  content: AsyncIterable<Buffer>,
  format: StatementFormat,
  currencies: Currencies,
): AsyncGenerator<StatementPart> {
  const { begin, whole } = await lookAhead(content);
  if (begin.startsWith('<')) yield* readCamt(whole, currencies);
  else if (/^(?:\{1:|:20:)/.test(begin)) yield* readMt940(whole, currencies);
  else yield* readCsvEntries(whole, format, currencies);
}

const shortestBegin = 64;

/** How a file begins, without a mark of its encoding and blanks, and the file from there on. */
async function lookAhead(content: AsyncIterable<Buffer>) {
  const source = content[Symbol.asyncIterator]();
  let read = Buffer.alloc(0);
  const begin = () => withoutBlanks(read.toString('latin1'));
  while (begin().length < shortestBegin && read.length < 65_536) {
    const next = await source.next();
    if (next.done) break;
    read = Buffer.concat([read, next.value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    yield read;
    for (let next = await source.next(); !next.done; next = await source.next()) yield next.value;
  }
  return { begin: begin(), whole: whole() };
}

/** The marks of UTF-8 and UTF-16 look like this in Latin-1, where every second byte of UTF-16 is zero. */
const withoutBlanks = (text: string): string =>
  text.replace(/^(?:\u00EF\u00BB\u00BF|\u00FF\u00FE|\u00FE\u00FF|\0|\s)+/, '');

/** What a bank forgot to write, or a program cut off, shows in the balances. */
function checkSum({ number, currency, openingMinor, closingMinor }: BankBalance, sum: bigint): void {
  if (openingMinor === null || closingMinor === null || openingMinor + sum === closingMinor) return;
  throw refuse('reconciliation.sum', {
    number,
    difference: amountWritten(closingMinor - openingMinor - sum, currency),
  });
}
