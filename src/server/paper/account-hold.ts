import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { AccountHold } from '#server/trading/platform.ts';
import { lockBooksOf } from './book.ts';
import { readConditions } from './conditions.ts';
import { figuresOf } from './positions/figures.ts';

/**
 * Why nothing may leave the accounts of a client. A gain on one account may be what covers the loss on another, so it stays
 * until both are closed.
 */
export async function accountHold(app: App, tx: Tx, clientId: string): Promise<AccountHold | null> {
  const [books, mirrored] = await Promise.all([
    lockBooksOf(tx, clientId),
    tx.maybeOne(sql`select from paper_mirrored_book where client_id = ${clientId} limit 1`),
  ]);
  if (mirrored) return 'mirrored';
  if (books.every(({ positions, advance }) => positions.length === 0 && advance === 0n)) return null;
  const conditions = await readConditions(app, tx);
  const isShort = books.some((book) => book.advance > 0n || figuresOf(book, conditions).equityMinor < 0n);
  return isShort ? 'loss_open' : null;
}
