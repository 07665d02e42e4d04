import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { countChange, lockBook, type Book } from '../book.ts';
import { orderByTicket } from '../history/records.ts';
import type { Trader } from '../terminal/session.ts';

/**
 * Cancels a waiting order.
 * @throws Refusal `paper.read_only`, `paper.order_gone`
 */
export async function cancelOrder(
  app: App,
  trader: Pick<Trader, 'account' | 'mayTrade'>,
  ticket: bigint,
): Promise<ResponseBody<Api['paper.cancel']>> {
  if (!trader.mayTrade) throw refuse('paper.read_only');
  return app.db.tx(async (tx) => {
    const book = await lockBook(tx, trader.account);
    if (!book.orders.some((order) => order.ticket === ticket)) throw refuse('paper.order_gone');
    await endOrder(tx, book, ticket, 'cancelled', app.clock.now());
    return { version: await countChange(tx, book), order: await orderByTicket(tx, ticket) };
  });
}

/** Ends an order that waits without filling it. */
export async function endOrder(
  tx: Tx,
  book: Book,
  ticket: bigint,
  state: 'cancelled' | 'rejected' | 'expired',
  at: Date,
): Promise<void> {
  await tx.run(
    sql`update paper_order set state = ${state}, done_at = ${at} where ticket = ${ticket} and state = 'placed'`,
  );
  book.orders = book.orders.filter((order) => order.ticket !== ticket);
}
