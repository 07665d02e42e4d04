import type { ResponseBody, RequestInput } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { countChange, lockBook } from '../book.ts';
import { closedFault, refusalOf, withDigits, type OrderFault } from './check.ts';
import { listed, readConditions, type Conditions } from '../conditions.ts';
import { mayOpen } from '../holder.ts';
import { digitsFault, stopsFault, waitingPriceFault } from './rules.ts';
import { orderByTicket } from '../history/records.ts';
import { closingPrice } from '../rules.ts';
import type { Trader } from '../terminal/session.ts';

type ModifyOrder = Api['paper.modify_order'];
type ModifyPosition = Api['paper.modify_position'];
type ActingTrader = Pick<Trader, 'account' | 'mayTrade'>;

/**
 * Gives a waiting order another price and other stops.
 * @throws Refusal as `paper.modify_order` lists them
 */
export async function modifyOrder(
  app: App,
  trader: ActingTrader,
  body: RequestInput<ModifyOrder>['body'],
): Promise<ResponseBody<ModifyOrder>> {
  if (!trader.mayTrade) throw refuse('paper.read_only');
  return app.db.tx(async (tx) => {
    const book = await lockBook(tx, trader.account);
    const order = book.orders.find(({ ticket }) => ticket === BigInt(body.order));
    if (!order) throw refuse('paper.order_gone');
    const conditions = await readConditions(app, tx);
    if (!(await mayOpen(tx, trader.account, conditions.now))) throw refuse('staff.dealing');
    const { terms, quote } = tradedNow(conditions, order.symbol);
    const price = withDigits(body.price, quote.digits);
    const stops = stopsOf(body, quote.digits);
    refuseFor(
      digitsFault({ price, ...stops }, quote.digits) ??
        closedFault(conditions, quote) ??
        waitingPriceFault({ ...order, price }, quote, terms) ??
        stopsFault(order.side, stops, price, terms),
    );
    await tx.run(sql`
      update paper_order set price = ${price}, sl = ${stops.sl}, tp = ${stops.tp} where ticket = ${order.ticket} and state = 'placed'`);
    return { version: await countChange(tx, book), order: await orderByTicket(tx, order.ticket) };
  });
}

/**
 * Sets the stops of an open position.
 * @throws Refusal as `paper.modify_position` lists them
 */
export async function modifyPosition(
  app: App,
  trader: ActingTrader,
  body: RequestInput<ModifyPosition>['body'],
): Promise<ResponseBody<ModifyPosition>> {
  if (!trader.mayTrade) throw refuse('paper.read_only');
  return app.db.tx(async (tx) => {
    const book = await lockBook(tx, trader.account);
    const position = book.positions.find(({ ticket }) => ticket === BigInt(body.position));
    if (!position) throw refuse('paper.position_gone');
    const conditions = await readConditions(app, tx);
    const { terms, quote } = tradedNow(conditions, position.symbol);
    const stops = stopsOf(body, quote.digits);
    refuseFor(
      digitsFault({ ...stops }, quote.digits) ??
        closedFault(conditions, quote) ??
        stopsFault(position.side, stops, closingPrice(position.side, quote), terms),
    );
    await tx.run(sql`
      update paper_position set sl = ${stops.sl}, tp = ${stops.tp} where ticket = ${position.ticket} and closed_at is null`);
    return { version: await countChange(tx, book) };
  });
}

function stopsOf({ sl, tp }: { sl?: string | undefined; tp?: string | undefined }, digits: number) {
  return { sl: sl === undefined ? null : withDigits(sl, digits), tp: tp === undefined ? null : withDigits(tp, digits) };
}

/** What is open on a symbol that is no longer quoted can be left alone or cancelled, and nothing else. */
export function tradedNow(conditions: Conditions, symbol: string) {
  const found = listed(conditions, symbol);
  if (!found) throw refuse('paper.market_closed');
  return found;
}

function refuseFor(fault: OrderFault | undefined): void {
  if (fault) throw refusalOf(fault);
}
