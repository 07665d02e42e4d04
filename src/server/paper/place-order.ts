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
import { orderColumns, showOrder, type OrderRow } from './history/records.ts';
import { openingPrice } from './rules.ts';
import { drawTicket } from './settlement/book-deal.ts';
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
  const { account } = trader;
  const at = app.clock.now();
  return app.db.tx((tx) => {
    const intent = { key, action: 'paper.place', body, at };
    const lock = () =>
      Promise.all([lockHolder(tx, account), lockBook(tx, account), readConditions(app, tx), mayOpen(tx, account, at)]);
    return runIdempotent(tx, account, intent, lock, async ([, book, conditions, may]) => {
      if (!trader.mayTrade) throw refuse('paper.read_only');
      if (trader.owesConsent) throw refuse('legal.unaccepted');
      if (!may) throw refuse('staff.dealing');
      const order = orderInput(body, conditions);
      const fault = orderFault(order, book, conditions);
      if (fault) throw refusalOf(fault);
      const placed = await (order.type === 'market'
        ? fill(tx, book, conditions, order)
        : wait(tx, book, conditions, order));
      return { version: String(book.version), order: showOrder(placed) };
    });
  });
}

/** A market order: done as soon as it is there. */
async function fill(
  tx: Tx,
  book: Book,
  conditions: Conditions,
  order: OrderInput & { quote: { bid: string; ask: string } },
): Promise<OrderRow> {
  const { symbol, side, volume, sl, tp } = order;
  const price = openingPrice(side, order.quote);
  const storing = tx.one<OrderRow>(sql`
    with next as (select nextval('paper_ticket') as ticket)
    insert into paper_order as r (ticket, account, entry, position, symbol, side, type, state, reason, volume, filled_volume, filled_price,
                             sl, tp, placed_at, done_at)
    select ticket, ${book.number}, 'in', ticket, ${symbol}, ${side}, 'market', 'filled', 'client', ${volume}::numeric, ${volume}::numeric,
           ${price}, ${sl}, ${tp}, ${conditions.now}, ${conditions.now} from next
    returning ${orderColumns}`);
  const [placed, deal] = await Promise.all([storing, drawTicket(tx)]);
  const { ticket } = placed;
  await openPosition(tx, book, conditions, { ticket, deal, symbol, side, volume, sl, tp, countsAsChange: true });
  book.version += 1n;
  return placed;
}

/** A limit or a stop: it stays until its price comes. */
async function wait(tx: Tx, book: Book, { now }: Conditions, order: OrderInput): Promise<OrderRow> {
  const { symbol, side, type, volume, price, sl, tp, expiresAt } = order;
  const storing = tx.one<OrderRow>(sql`
    insert into paper_order as r (account, entry, symbol, side, type, state, reason, volume, price, sl, tp, placed_at, expires_at)
    values (${book.number}, 'in', ${symbol}, ${side}, ${type}, 'placed', 'client', ${volume}, ${price}, ${sl}, ${tp}, ${now}, ${expiresAt})
    returning ${orderColumns}`);
  const [placed] = await Promise.all([storing, countChange(tx, book)]);
  return placed;
}
