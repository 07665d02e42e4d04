import type { ResponseBody, RequestInput } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { countChange, lockBook, type Book } from './book.ts';
import { orderFault, refusalOf, orderInput, type OrderInput } from './orders/check.ts';
import { readConditions, type Conditions } from './conditions.ts';
import { lockHolder, mayOpen } from './holder.ts';
import { runIdempotent } from './idempotency.ts';
import { openPosition } from './positions/open.ts';
import { orderByTicket } from './history/records.ts';
import { openingPrice } from './rules.ts';
import type { Trader } from './terminal/session.ts';

type Place = Api['paper.place'];

/**
 * Places an order of a trader; a market order is filled at once, at the market's price of the moment.
 * @throws Refusal as `paper.place` lists them
 */
export async function placeOrder(
  app: App,
  trader: Pick<Trader, 'account' | 'mayTrade' | 'owesConsent'>,
  key: string,
  body: RequestInput<Place>['body'],
): Promise<ResponseBody<Place>> {
  return app.db.tx(async (tx) => {
    await lockHolder(tx, trader.account);
    const book = await lockBook(tx, trader.account);
    const intent = { key, action: 'paper.place', body, at: app.clock.now() };
    return runIdempotent(tx, book, intent, async () => {
      if (!trader.mayTrade) throw refuse('paper.read_only');
      if (trader.owesConsent) throw refuse('legal.unaccepted');
      const conditions = await readConditions(app, tx);
      if (!(await mayOpen(tx, trader.account, conditions.now))) throw refuse('staff.dealing');
      const order = orderInput(body, conditions);
      const fault = orderFault(order, book, conditions);
      if (fault) throw refusalOf(fault);
      const ticket =
        order.type === 'market' ? await fill(tx, book, conditions, order) : await wait(tx, book, conditions, order);
      return { version: await countChange(tx, book), order: await orderByTicket(tx, ticket) };
    });
  });
}

/** A market order: done as soon as it is there. */
async function fill(
  tx: Tx,
  book: Book,
  conditions: Conditions,
  order: OrderInput & { quote: { bid: string; ask: string } },
): Promise<bigint> {
  const { symbol, side, volume, sl, tp } = order;
  const price = openingPrice(side, order.quote);
  const { ticket } = await tx.one<{ ticket: bigint }>(sql`
    with next as (select nextval('paper_ticket') as ticket)
    insert into paper_order (ticket, account, entry, position, symbol, side, type, state, reason, volume, filled_volume, filled_price,
                             sl, tp, placed_at, done_at)
    select ticket, ${book.number}, 'in', ticket, ${symbol}, ${side}, 'market', 'filled', 'client', ${volume}::numeric, ${volume}::numeric,
           ${price}, ${sl}, ${tp}, ${conditions.now}, ${conditions.now} from next
    returning ticket`);
  await openPosition(tx, book, conditions, { ticket, symbol, side, volume, sl, tp });
  return ticket;
}

/** A limit or a stop: it stays until its price comes. */
async function wait(tx: Tx, book: Book, { now }: Conditions, order: OrderInput): Promise<bigint> {
  const { symbol, side, type, volume, price, sl, tp, expiresAt } = order;
  const { ticket } = await tx.one<{ ticket: bigint }>(sql`
    insert into paper_order (account, entry, symbol, side, type, state, reason, volume, price, sl, tp, placed_at, expires_at)
    values (${book.number}, 'in', ${symbol}, ${side}, ${type}, 'placed', 'client', ${volume}, ${price}, ${sl}, ${tp}, ${now}, ${expiresAt})
    returning ticket`);
  return ticket;
}
