import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { BalanceChange, BalanceResult } from '#server/trading/platform.ts';
import { bookDeal } from './book-deal.ts';
import { lockBook, type Book } from '../book.ts';
import { readConditions } from '../conditions.ts';
import { figuresOf } from '../positions/figures.ts';

/** Credits or debits an account under its lock; what open positions need is refused. */
export async function changeBalance(app: App, tx: Tx, change: BalanceChange): Promise<BalanceResult> {
  const { account, amountMinor, externalId, at } = change;
  if (amountMinor > 0n) {
    await tx.run(creditStatement(change));
    return 'done';
  }
  if (-amountMinor > (await withdrawable(app, tx, await lockBook(tx, account))))
    return (await isBooked(tx, externalId)) ? 'done' : 'refused';
  await bookDeal(tx, { account, at, type: 'balance', profitMinor: amountMinor, externalId, countsAsChange: true });
  return 'done';
}

/** A credit depends on nothing that is open, so the database books it alone. */
export const creditStatement = ({ account, externalId, amountMinor, at }: BalanceChange): Sql =>
  sql`select paper_credit(${account}, ${externalId}, ${amountMinor}, ${at})`;

export async function balanceChange(app: App, externalId: string): Promise<BalanceResult> {
  return (await isBooked(app.db, externalId)) ? 'done' : 'refused';
}

async function isBooked(db: Pick<Tx, 'maybeOne'>, externalId: string): Promise<boolean> {
  return (await db.maybeOne(sql`select from paper_deal where external_id = ${externalId}`)) !== undefined;
}

/** The balance without margin, advances by the operator, and gains that are not realised yet. */
async function withdrawable(app: App, tx: Tx, book: Book): Promise<bigint> {
  const own = book.balance - book.advance;
  if (book.positions.length === 0) return own;
  const { freeMarginMinor } = figuresOf(book, await readConditions(app, tx));
  return own < freeMarginMinor ? own : freeMarginMinor;
}
