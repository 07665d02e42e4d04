import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { BalanceChange, BalanceResult } from '#server/trading/platform.ts';
import { bookDeal } from './book-deal.ts';
import { countChange, lockBook, type Book } from '../book.ts';
import { readConditions } from '../conditions.ts';
import { figuresOf } from '../positions/figures.ts';

/** Credits or debits an account under its lock; what open positions need is refused. */
export async function changeBalance(app: App, tx: Tx, change: BalanceChange): Promise<BalanceResult> {
  const { account, amountMinor, externalId, at } = change;
  const book = await lockBook(tx, account);
  if (await isBooked(tx, externalId)) return 'done';
  if (amountMinor < 0n && -amountMinor > (await withdrawable(app, tx, book))) return 'refused';
  await bookDeal(tx, { account, at, type: 'balance', profitMinor: amountMinor, externalId });
  await countChange(tx, book);
  return 'done';
}

export async function balanceChange(app: App, externalId: string): Promise<BalanceResult> {
  return (await isBooked(app.db, externalId)) ? 'done' : 'refused';
}

async function isBooked(db: Pick<Tx, 'maybeOne'>, externalId: string): Promise<boolean> {
  return (await db.maybeOne(sql`select from paper_deal where external_id = ${externalId}`)) !== undefined;
}

/** The balance without margin, advances by the operator, and gains that are not realised yet. */
async function withdrawable(app: App, tx: Tx, book: Book): Promise<bigint> {
  const { freeMarginMinor } = figuresOf(book, await readConditions(app, tx));
  const own = book.balance - book.advance;
  return own < freeMarginMinor ? own : freeMarginMinor;
}
