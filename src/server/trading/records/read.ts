import type { ResponseBody, RequestInput } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import { inPriceDigits } from '#server/market/price-digits.ts';
import type { App } from '#server/platform/app.ts';
import type { Person } from '#server/platform/session/session.ts';
import { tradingPlatform } from '../accounts.ts';
import { ownAccount } from '../own-account.ts';
import { showTotals } from '../show-totals.ts';

const pageLength = 50;

type RecordQuery<Name extends keyof Api> = RequestInput<Api[Name]>['body'];

/** @throws Refusal `http.not_found` */
export async function readOpen(
  app: App,
  me: Person,
  query: RecordQuery<'trading.open'>,
): Promise<ResponseBody<Api['trading.open']>> {
  const { number } = await ownAccount(app.db, me, query.trading_account_id);
  const platform = tradingPlatform(app);
  const [positions, orders] = await Promise.all([platform.positions([number]), platform.waitingOrders([number])]);
  return {
    at: app.clock.now().toISOString(),
    positions: inPriceDigits(app, positions),
    orders: inPriceDigits(app, orders),
  };
}

/** @throws Refusal `http.not_found` */
export async function readClosed(
  app: App,
  me: Person,
  { trading_account_id, cursor, ...filter }: RecordQuery<'trading.closed'>,
): Promise<ResponseBody<Api['trading.closed']>> {
  const { number, currency } = await ownAccount(app.db, me, trading_account_id);
  const platform = tradingPlatform(app);
  const accounts = [number];
  const found = await platform.closedPositions({ ...filter, accounts, after: cursor, limit: pageLength + 1 });
  const totals = cursor === undefined ? await platform.closedTotals({ ...filter, accounts }) : null;
  return {
    ...pageOf(inPriceDigits(app, found), 'positions'),
    totals: totals && showTotals(totals, currency),
  } as ResponseBody<Api['trading.closed']>;
}

/** @throws Refusal `http.not_found` */
export async function readDoneOrders(
  app: App,
  me: Person,
  { trading_account_id, cursor, ...filter }: RecordQuery<'trading.done_orders'>,
): Promise<ResponseBody<Api['trading.done_orders']>> {
  const { number } = await ownAccount(app.db, me, trading_account_id);
  const requested = { ...filter, accounts: [number], after: cursor, limit: pageLength + 1 };
  const found = inPriceDigits(app, await tradingPlatform(app).orders(requested));
  return pageOf(found, 'orders') as ResponseBody<Api['trading.done_orders']>;
}

/** @throws Refusal `http.not_found`, `trading.platform_silent` */
export async function readDealTotals(
  app: App,
  me: Person,
  { trading_account_id, ...filter }: RecordQuery<'trading.deal_totals'>,
): Promise<ResponseBody<Api['trading.deal_totals']>> {
  const { number, currency } = await ownAccount(app.db, me, trading_account_id);
  return showTotals(await tradingPlatform(app).dealTotals({ ...filter, accounts: [number] }), currency);
}

/** A page of rows that were read with one more than it holds. */
function pageOf<T extends { ticket: string }>(found: T[], name: string) {
  const page = found.slice(0, pageLength);
  return { [name]: page, next_cursor: found.length > pageLength ? (page.at(-1)?.ticket ?? null) : null };
}
