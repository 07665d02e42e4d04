import { sql, type Sql } from '#server/platform/db/sql.ts';

/**
 * Realised equity of every client who has anything at an instant: `client_id` and `cents` (USD). It is the money in
 * wallets, including holds, and on trading accounts, and the cost of open investments. The present amounts minus the
 * movements since give the amounts then, at the rates of the day that had just ended, each amount rounded down to cents
 * separately, as the screens do.
 */
export const equityAt = (at: Date): Sql => sql`
  with moved as (
    select p.account_id, sum(p.amount) as amount
    from ledger_transaction t join ledger_posting p on p.transaction_id = t.id
    where t.at >= ${at} group by p.account_id),
  rate as materialized (
    select c.code, coalesce(
             (select d.usd_rate from currency_rate_day d where d.currency = c.code and d.day < (${at} at time zone 'UTC')::date
              order by d.day desc limit 1),
             (select d.usd_rate from currency_rate_day d where d.currency = c.code order by d.day limit 1),
             c.usd_rate) * power(10::numeric, 2 - c.scale) as cents
    from currency c),
  place as (
    select client_id, currency, available_id as account_id, held_id as beside_id from wallet
    union all
    select client_id, currency, ledger_account_id, null from trading_account),
  worth as (
    select place.client_id, floor((balance.amount - coalesce(moved.amount, 0) + coalesce(held.amount, 0) - coalesce(unheld.amount, 0)) * rate.cents) as cents
    from place
    join rate on rate.code = place.currency
    join ledger_balance balance on balance.account_id = place.account_id
    left join moved on moved.account_id = place.account_id
    left join ledger_balance held on held.account_id = place.beside_id
    left join moved unheld on unheld.account_id = place.beside_id
    union all
    select h.client_id, floor((h.cost_minor + h.fee_minor - coalesce(sold.cost, 0)) * rate.cents)
    from ipo_holding h
    join rate on rate.code = h.currency
    left join (select part.holding_id, sum(part.cost_minor) as cost
               from ipo_sale_part part join ipo_sale s on s.id = part.sale_id
               where s.at < ${at} group by part.holding_id) sold on sold.holding_id = h.id
    where h.acquired_at < ${at})
  select client_id, sum(cents) as cents from worth group by client_id`;
