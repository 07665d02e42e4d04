import { cashDealTypes } from '#contract/trading/names.ts';
import type { ApiDeal, ApiOrder, ApiPosition } from '#contract/operator/program-activity.ts';
import { inPriceDigits } from '#server/market/price-digits.ts';
import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { readPage, type Paging } from '#server/platform/lists/program-lists.ts';
import { shown } from './show-row.ts';

type Query = Paging & { account?: string | undefined };

const isOn = (column: Sql, account: string | undefined) =>
  account === undefined ? sql`true` : sql`${column} = ${account}::bigint`;

/** Deals of all accounts on the embedded platform. */
export async function readDeals(app: App, { account, ...query }: Query) {
  const movesCash = sql`d.type = any(${cashDealTypes}::text[])`;
  const page = await readPage(app, query, {
    select: sql`
      select d.ticket as id, d.account, t.client_id, t.currency, d.order_ticket as "order", d.position, d.at, d.type, d.entry, d.symbol,
             d.volume, d.price, d.sl, d.tp, d.commission, d.swap, d.fee, case when ${movesCash} then 0 else d.profit end as profit,
             case when ${movesCash} then d.profit else 0 end as cash, d.comment, d.changed_at as "changedAt"
      from paper_deal d join trading_account t on t.number = d.account where ${isOn(sql`d.account`, account)}`,
    id: sql`d.ticket`,
    idType: 'bigint',
    changedAt: sql`d.changed_at`,
    show: shown<ApiDeal>({
      commission: 'currency',
      swap: 'currency',
      fee: 'currency',
      profit: 'currency',
      cash: 'currency',
    }),
  });
  return { ...page, data: inPriceDigits(app, page.data) };
}

/** Orders of all accounts on the embedded platform. */
export async function readOrders(app: App, { account, ...query }: Query) {
  const page = await readPage(app, query, {
    select: sql`
      select r.ticket as id, r.account, t.client_id, r.position, r.symbol, r.side, r.type, r.state, r.reason, r.volume, r.filled_volume,
             r.price, r.filled_price, r.sl, r.tp, r.placed_at, r.expires_at, r.done_at, r.changed_at as "changedAt"
      from paper_order r join trading_account t on t.number = r.account where ${isOn(sql`r.account`, account)}`,
    id: sql`r.ticket`,
    idType: 'bigint',
    changedAt: sql`r.changed_at`,
    show: shown<ApiOrder>({}),
  });
  return { ...page, data: inPriceDigits(app, page.data) };
}

const isOpen = { open: sql`p.closed_at is null`, closed: sql`p.closed_at is not null` };

/** Positions of all accounts on the embedded platform. */
export async function readPositions(
  app: App,
  { account, state, ...query }: Query & { state?: 'open' | 'closed' | undefined },
) {
  const page = await readPage(app, query, {
    select: sql`
      select p.ticket as id, p.account, t.client_id, t.currency, p.symbol, p.side, p.opened_volume, p.volume, p.open_price, p.sl, p.tp,
             p.margin, p.swap, p.opened_at, p.closed_at, p.close_reason, p.changed_at as "changedAt"
      from paper_position p join trading_account t on t.number = p.account
      where ${isOn(sql`p.account`, account)} and ${state ? isOpen[state] : sql`true`}`,
    id: sql`p.ticket`,
    idType: 'bigint',
    changedAt: sql`p.changed_at`,
    show: shown<ApiPosition>({ margin: 'currency', swap: 'currency' }),
  });
  return { ...page, data: inPriceDigits(app, page.data) };
}
