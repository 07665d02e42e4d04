import type { ResponseBody, RequestInput } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import { toDecimal } from '#contract/kernel/money.ts';
import { movementKinds } from '#server/ledger/post.ts';
import { totalsByKind, utcDay } from '#server/ledger/totals.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import { runningSum } from '#server/platform/running-sum.ts';
import type { Person } from '#server/platform/session/session.ts';
import { ownAccount, showAccount } from '../own-account.ts';

type EquityQuery = RequestInput<Api['trading.equity']>['body'];

const daysOf: Record<Exclude<EquityQuery['range'], 'all'>, number> = { '1m': 30, '3m': 91, '6m': 182, '1y': 365 };

/** Ten years; what is older is left out of `all`. */
const maxDays = 3653;
const dayMs = 86_400_000;

/**
 * Equity of an account at the end of each day, and now. A day without a value has the last equity before it; before the
 * first one nothing is known of open positions, so the ledger's balance is used.
 * @throws Refusal `http.not_found`
 */
export async function readEquity(
  app: App,
  me: Pick<Person, 'id'>,
  { trading_account_id, range }: EquityQuery,
): Promise<ResponseBody<Api['trading.equity']>> {
  const account = await ownAccount(app.db, me, trading_account_id);
  const { currency } = account;
  const { equity, created_at } = await showAccount(app, account);
  const today = app.clock.now().toISOString().slice(0, 10);
  const fromDay = Date.parse(today) - (range === 'all' ? maxDays : daysOf[range]) * dayMs;
  const from = new Date(Math.max(fromDay, Date.parse(created_at.slice(0, 10))));
  const days = await readDays(app, account.id, from, today);
  const start = days[0]?.equityMinor ?? 0n;
  const capital = [
    start,
    ...runningSum(
      start,
      days.slice(1).map(({ cashMinor }) => cashMinor),
    ),
  ];
  const points = days.map(({ on, equityMinor }, index) => ({
    on,
    equity: toDecimal(equityMinor, currency),
    capital: toDecimal(capital[index] ?? start, currency),
  }));
  return { currency, points: points.map((point) => (point.on === today ? { ...point, equity } : point)) };
}

function readDays({ db }: App, accountId: string, from: Date, today: string) {
  return db.rows<{ on: string; equityMinor: bigint; cashMinor: bigint }>(sql`
    with account as (select number, ledger_account_id from trading_account where id = ${accountId}),
    opening as (
      select coalesce(sum(total_in - total_out), 0) as balance
      from account a cross join lateral (${totalsByKind(sql`a.ledger_account_id`, { until: from })}) totals),
    moved as (
      select d.day, sum(d.amount) as amount, sum(d.amount) filter (where d.kind <> 'trading_result') as cash
      from account a join ledger_day d on d.account_id = a.ledger_account_id and d.kind = any(${movementKinds}::text[])
      where d.day >= ${utcDay(from)}
      group by d.day),
    closing as (
      select d.day::date as day, opening.balance + coalesce(sum(moved.amount) over (order by d.day), 0) as balance,
             coalesce(moved.cash, 0) as cash
      from opening, generate_series(${from.toISOString().slice(0, 10)}::timestamp, ${today}::timestamp, interval '1 day') as d (day)
      left join moved on moved.day = d.day::date)
    select to_char(closing.day, 'YYYY-MM-DD') as "on", coalesce(written.equity, closing.balance)::bigint as "equityMinor",
           closing.cash::bigint as "cashMinor"
    from closing
    left join lateral (
      select equity from trading_equity e
      where e.account = (select number from account) and e.hour < (closing.day + 1)::timestamp at time zone 'UTC'
      order by e.hour desc limit 1) written on true
    order by closing.day`);
}
