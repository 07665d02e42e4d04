import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { isValidIBAN } from 'ibantools';
import { fromDecimal } from '#contract/kernel/money.ts';
import type { Books, OrderLine, OrderPart } from './books.ts';
import type { Order } from './read-order.ts';

/** An ISO code with words of the bank. */
export type Reason = NonNullable<OrderLine['reason']>;

const reason = (code: string, words: string): Reason => ({ code, words });

const maxDaysAhead = 60;
const id = /^(?!\/)(?!.*\/\/)[a-zA-Z0-9/\-?:().,'+ ]{1,35}(?<!\/)$/;
/** What banks take in the single euro payments area (EPC217-08). */
const latin = /^[a-zA-Z0-9/\-?:().,'+ ]*$/;

/**
 * Why the bank refuses a whole file; null where it takes it.
 * @param seen every MsgId that it has ever taken
 */
export function faultOfOrder(books: Books, order: Order, seen: ReadonlySet<string>): Reason | null {
  const { messageId, parts, said } = order;
  if (!id.test(messageId)) return reason('FF01', 'MsgId');
  if (seen.has(messageId)) return reason('DU01', 'Duplicate message id');
  const lines = parts.flatMap((part) => part.lines);
  if (lines.length === 0) return reason('AM18', 'No transaction');
  const counted = faultOfCount(said, lines) ?? first(parts, (part) => faultOfCount(part.said, part.lines));
  if (counted) return counted;
  if (new Set(parts.map((part) => part.id)).size < parts.length) return reason('DU02', 'Duplicate payment information');
  const ids = lines.map(({ endToEndId }) => endToEndId);
  if (new Set(ids).size < ids.length || ids.some((each) => books.lines.has(each)))
    return reason('DU04', 'Duplicate end-to-end id');
  return first(parts, (part) => faultOfPart(books, part)) ?? first(lines, faultOfLine);
}

function first<T>(all: readonly T[], fault: (each: T) => Reason | null): Reason | null {
  for (const each of all) {
    const found = fault(each);
    if (found) return found;
  }
  return null;
}

/** A sum is over the amounts as written, of whatever currency; a file of ours has one. */
function faultOfCount({ count, sum }: Order['said'], lines: readonly OrderLine[]): Reason | null {
  if (count !== String(lines.length)) return reason('AM18', 'Number of transactions');
  const total = lines.reduce((before, { amountMinor }) => before + amountMinor, 0n);
  try {
    return fromDecimal(sum, lines[0]?.currency ?? '') === total ? null : reason('AM10', 'Control sum');
  } catch {
    return reason('AM10', 'Control sum');
  }
}

function faultOfPart(books: Books, part: Order['parts'][number]): Reason | null {
  const { number, currency, payOn, method, lines } = part;
  if (!id.test(part.id)) return reason('FF01', 'PmtInfId');
  if (method !== 'TRF') return reason('FF05', 'Payment method');
  if (!books.accounts.some((each) => each.number === number)) return reason('AC02', 'Debtor account');
  if (!books.accountOf(number, currency) || lines.some((line) => line.currency !== currency))
    return reason('AC09', 'Currency of the account');
  const last = new Date(Date.parse(books.day) + maxDaysAhead * 86_400_000).toISOString().slice(0, 10);
  return /^\d{4}-\d{2}-\d{2}$/.test(payOn) && payOn >= books.day && payOn <= last
    ? null
    : reason('DT01', 'Execution date');
}

function faultOfLine({ endToEndId, instructionId, amountMinor }: OrderLine): Reason | null {
  if (!id.test(endToEndId) || (instructionId !== null && !id.test(instructionId)))
    return reason('FF01', 'Id of a line');
  return amountMinor > 0n ? null : reason('AM01', 'Amount of zero');
}

/** Why the bank does not execute one line; null where it does. */
export function faultOfTransfer({ isSepa, currency }: OrderPart, { creditor }: OrderLine): Reason | null {
  const { name, account } = creditor;
  const isIban = /^[A-Z]{2}\d{2}[A-Z0-9]{10,30}$/.test(account ?? '');
  if (account === null || (isIban && !isValidIBAN(account))) return reason('AC03', 'Account of the creditor');
  if (name === '' || name.length > (isSepa ? 70 : 140)) return reason('BE22', 'Name of the creditor');
  if (!isSepa) return null;
  if (!isIban || currency !== 'EUR') return reason('AG01', 'Not payable within SEPA');
  return latin.test(name) ? null : reason('BE22', 'Signs in the name of the creditor');
}

/**
 * Why a file is not valid by the official schema; null where it is.
 * @param folder with `pain.001.001.09.xsd`
 * @throws Error where xmllint is missing
 */
export function faultOfSchema(content: Buffer, folder: string): Reason | null {
  const arguments_ = ['--nonet', '--noout', '--schema', join(folder, 'pain.001.001.09.xsd'), '-'];
  const { error, status, stderr } = spawnSync('xmllint', arguments_, { input: content });
  if (error) throw error;
  return status === 0 ? null : reason('FF01', stderr.toString().split('\n')[0]?.slice(0, 105) ?? '');
}
