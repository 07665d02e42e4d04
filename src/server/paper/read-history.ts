import type { Answer, Taking } from '#contract/endpoint.ts';
import type { Api } from '#contract/api.ts';
import { toDecimal } from '#contract/money.ts';
import { dealsPerPage } from '#contract/constants.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { readDeals } from './deals.ts';
import { readClosedPositions, readDoneOrders, totalClosed } from './records.ts';
import type { Trader } from './terminal-session.ts';

type Filter<E extends 'paper.deals' | 'paper.orders' | 'paper.closed_positions'> = Taking<Api[E]>['body'];

/** One row more than a page tells whether another follows. */
function pageOf<T extends { ticket: string }>(rows: T[]): [page: T[], nextCursor: string | null] {
  const page = rows.slice(0, dealsPerPage);
  return [page, rows.length > page.length ? (page.at(-1)?.ticket ?? null) : null];
}

const asked = <F extends { cursor?: string | undefined }>({ account }: Trader, { cursor, ...filter }: F) => ({
  ...filter,
  accounts: [account],
  after: cursor,
  limit: dealsPerPage + 1,
});

export async function dealHistory(
  app: App,
  trader: Trader,
  filter: Filter<'paper.deals'>,
): Promise<Answer<Api['paper.deals']>> {
  const [deals, next_cursor] = pageOf(await readDeals(app.db, asked(trader, filter)));
  return { deals, next_cursor };
}

export async function orderHistory(
  app: App,
  trader: Trader,
  filter: Filter<'paper.orders'>,
): Promise<Answer<Api['paper.orders']>> {
  const [orders, next_cursor] = pageOf(await readDoneOrders(app.db, asked(trader, filter)));
  return { orders, next_cursor };
}

export async function closedHistory(
  app: App,
  trader: Trader,
  filter: Filter<'paper.closed_positions'>,
): Promise<Answer<Api['paper.closed_positions']>> {
  const [positions, next_cursor] = pageOf(await readClosedPositions(app.db, asked(trader, filter)));
  const isFirstPage = filter.cursor === undefined;
  return { positions, totals: isFirstPage ? await totals(app, trader, filter) : null, next_cursor };
}

async function totals(app: App, { account }: Trader, filter: Filter<'paper.closed_positions'>) {
  const { currency } = await app.db.one<{ currency: string }>(sql`
    select currency from paper_account where number = ${account}`);
  const sums = await totalClosed(app.db, { ...filter, accounts: [account] });
  const { profitMinor, swapMinor, commissionMinor, feeMinor } = sums;
  return {
    profit: toDecimal(profitMinor, currency),
    swap: toDecimal(swapMinor, currency),
    commission: toDecimal(commissionMinor, currency),
    fee: toDecimal(feeMinor, currency),
    net: toDecimal(profitMinor + swapMinor + commissionMinor + feeMinor, currency),
  };
}
