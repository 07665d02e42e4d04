import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { recordResult } from '#server/trading/record-result.ts';
import { bookDeal, type NewDeal } from './book-deal.ts';
import type { Book } from '../book.ts';

type Settled = Omit<NewDeal, 'account' | 'at' | 'externalId'>;

/**
 * Books a deal of an account whose lock is held, here and in the ledger. The operator first advances a loss that the
 * balance does not cover, so that no balance is ever negative, and is paid back as soon as there is a balance again.
 * @returns the deal's ticket
 */
export async function settle(tx: Tx, book: Book, at: Date, { ticket: drawn, ...deal }: Settled): Promise<bigint> {
  const net = (deal.commissionMinor ?? 0n) + (deal.swapMinor ?? 0n) + (deal.feeMinor ?? 0n) + (deal.profitMinor ?? 0n);
  const missing = -(book.balance + net);
  // The advance is booked before, so it has the earlier ticket.
  if (missing > 0n) await layOut(tx, book, at, missing);
  const ticket = await write(
    tx,
    book,
    at,
    missing > 0n || drawn === undefined ? deal : { ...deal, ticket: drawn },
    net,
    'trading_result',
  );
  await payBack(tx, book, at);
  return ticket;
}

/** Takes from this account what another account of the client owes the operator. */
export async function takeFrom(tx: Tx, book: Book, at: Date, amount: bigint, owing: bigint): Promise<void> {
  const deal = { type: 'correction', profitMinor: -amount, comment: `account ${owing}` } as const;
  await write(tx, book, at, deal, -amount, 'negative_balance');
}

/** Pays the operator's advances back, as far as the balance goes. */
export async function payBack(tx: Tx, book: Book, at: Date): Promise<void> {
  const amount = book.advance < book.balance ? book.advance : book.balance;
  if (amount > 0n) await layOut(tx, book, at, -amount);
}

async function layOut(tx: Tx, book: Book, at: Date, amount: bigint): Promise<void> {
  await write(tx, book, at, { type: 'correction', profitMinor: amount }, amount, 'negative_balance');
  await setAdvance(tx, book, book.advance + amount);
}

export async function setAdvance(tx: Tx, book: Book, advance: bigint): Promise<void> {
  await tx.run(sql`update paper_account set advance = ${advance} where number = ${book.number}`);
  book.advance = advance;
}

async function write(
  tx: Tx,
  book: Book,
  at: Date,
  deal: Settled,
  net: bigint,
  kind: 'trading_result' | 'negative_balance',
): Promise<bigint> {
  const record = async (ticket: bigint) => {
    if (net !== 0n)
      await recordResult(tx, { account: book.number, ticket, netMinor: net, at, kind, ledger: book.ledger });
  };
  const booking = bookDeal(tx, { ...deal, account: book.number, at });
  const [ticket] = await Promise.all([booking, deal.ticket === undefined ? undefined : record(deal.ticket)]);
  if (ticket === undefined) throw new Error('a deal without a name was taken for one that was booked before');
  if (deal.ticket === undefined) await record(ticket);
  book.balance += net;
  return ticket;
}
