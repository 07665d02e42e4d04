import type { ResponseBody, RequestInput } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import { dealsPerPage } from '#contract/kernel/constants.ts';
import type { RecordTotals } from '#contract/trading/records.ts';
import { inPriceDigits } from '#server/market/price-digits.ts';
import type { App } from '#server/platform/app.ts';
import type { Db } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { DealFilter, Totals } from '#server/trading/platform.ts';
import { showTotals } from '#server/trading/show-totals.ts';
import { readDeals, totalDeals } from './deals.ts';
import { readClosedPositions, readDoneOrders, totalClosed } from './records.ts';
import type { Trader } from '../terminal/session.ts';

type Filter<E extends 'paper.deals' | 'paper.orders' | 'paper.closed_positions'> = RequestInput<Api[E]>['body'];

/** One row more than a page shows whether another page follows. */
function pageOf<T extends { ticket: string }>(rows: T[]): [page: T[], nextCursor: string | null] {
  const page = rows.slice(0, dealsPerPage);
  return [page, rows.length > page.length ? (page.at(-1)?.ticket ?? null) : null];
}

const pageRequest = <F extends { cursor?: string | undefined }>({ account }: Trader, { cursor, ...filter }: F) => ({
  ...filter,
  accounts: [account],
  after: cursor,
  limit: dealsPerPage + 1,
});

export async function dealHistory(
  app: App,
  trader: Trader,
  filter: Filter<'paper.deals'>,
): Promise<ResponseBody<Api['paper.deals']>> {
  const [deals, next_cursor] = pageOf(inPriceDigits(app, await readDeals(app.db, pageRequest(trader, filter))));
  return { deals, totals: await totals(app, trader, filter, totalDeals), next_cursor };
}

export async function orderHistory(
  app: App,
  trader: Trader,
  filter: Filter<'paper.orders'>,
): Promise<ResponseBody<Api['paper.orders']>> {
  const [orders, next_cursor] = pageOf(inPriceDigits(app, await readDoneOrders(app.db, pageRequest(trader, filter))));
  return { orders, next_cursor };
}

export async function closedHistory(
  app: App,
  trader: Trader,
  filter: Filter<'paper.closed_positions'>,
): Promise<ResponseBody<Api['paper.closed_positions']>> {
  const [positions, next_cursor] = pageOf(
    inPriceDigits(app, await readClosedPositions(app.db, pageRequest(trader, filter))),
  );
  return { positions, totals: await totals(app, trader, filter, totalClosed), next_cursor };
}

/** With the first page alone: they are the same for all. */
async function totals(
  { db }: App,
  { account }: Trader,
  { cursor, ...filter }: Omit<DealFilter, 'accounts'> & { cursor?: string | undefined },
  total: (db: Db, filter: DealFilter) => Promise<Totals>,
): Promise<RecordTotals | null> {
  if (cursor !== undefined) return null;
  const { currency } = await db.one<{ currency: string }>(sql`
    select currency from paper_account where number = ${account}`);
  return showTotals(await total(db, { ...filter, accounts: [account] }), currency);
}
