import { sql, type Sql } from '#server/platform/db/sql.ts';

/**
 * Realised equity of every client who has anything at an instant: `client_id` and `cents` (USD). It is the money in
 * wallets, held included, and on trading accounts. What is there now without what moved since gives what was there then,
 * at the rates of the day that had just ended, each place rounded down to cents by itself, as the screens do.
 */
export const equityAt = (at: Date): Sql => sql`
  with moved as (
    select p.account_id, sum(p.amount) as amount
    from ledger_transaction t join ledger_posting p on p.transaction_id = t.id
    where t.at >= ${at} group by p.account_id),
  rate as (
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
    left join moved unheld on unheld.account_id = place.beside_id)
  select client_id, sum(cents) as cents from worth group by client_id`;
