import { sql, type Sql } from '#server/platform/db/sql.ts';

/** Postings after an id, up to another one if there is one. */
export interface Stretch {
  after: bigint;
  upTo?: bigint;
}

/** The rows that belong to a stretch of postings, as what follows `from`; or all rows. */
export interface Rows {
  postings: Sql;
  /** Transactions with a posting of the stretch. */
  transactions: Sql;
  /** All postings of these transactions. A transaction may begin before the stretch. */
  whole: Sql;
  movements: Sql;
  flows: Sql;
  /** Rows of account_id, kind and first_on: from which day on the totals may have changed. */
  days: Sql;
  /** Rows of account_id and amount that sum to the balances. */
  sums: Sql;
  /** Whether a transaction belongs to the stretch, by its id. */
  isOf: (transactionId: Sql) => Sql;
  /** Finds a sealed total that is wrong. */
  sealBreach: Sql;
  /** Finds a day whose traded volume is wrong; only among all rows, for deals have no index by time. */
  volumeBreach?: Sql;
}

const kindsAreSums = (accounts: Sql) => sql`
  select format('ledger_sealed_kind %s %s of %s', s.currency, s.kind, s.day) as row,
         format('it says %s, the postings give %s', stored, coalesce(summed, 'nothing')) as why
  from (select currency, kind, day, concat_ws(' ', accounts, debits, credits) as stored from ledger_sealed_kind) s
  full join (
    select currency, kind, day, concat_ws(' ', sum(is_first), sum(debits), sum(credits)) as summed
    from (select a.currency, a.kind, s.day, s.debits, s.credits,
                 (row_number() over (partition by s.account_id order by s.day) = 1)::int as is_first
          from (${accounts}) s join ledger_account a on a.id = s.account_id) each
    group by 1, 2, 3) p using (currency, kind, day)
  where nullif(stored, '0 0 0') is distinct from nullif(summed, '0 0 0')
  order by currency, kind, day limit 1`;

const byAccount = sql`select account_id, day, debits, credits from ledger_sealed_account`;

const accountsAreSums = sql`
  select format('ledger_sealed_account %s of %s', day, a.code) as row,
         format('it says %s, the postings give %s', coalesce(stored, 'nothing'), coalesce(summed, 'nothing')) as why
  from (select account_id, day, concat_ws(' ', debits, credits, of_payments, postings) as stored from ledger_sealed_account) s
  full join (
    select p.account_id, (t.at at time zone 'UTC')::date as day,
           concat_ws(' ', coalesce(-sum(p.amount) filter (where p.amount < 0), 0), coalesce(sum(p.amount) filter (where p.amount > 0), 0),
                     coalesce(sum(p.amount) filter (where t.scope like 'payment:%'), 0), count(*)) as summed
    from ledger_posting p join ledger_transaction t on t.id = p.transaction_id
    where p.id <= (select posting_id from ledger_seal)
    group by 1, 2) p using (account_id, day)
  join ledger_account a on a.id = account_id
  where stored is distinct from summed
  order by a.code, day limit 1`;

const clientDaysArePosted = sql`
  select format('ledger_client_day %s of %s, %s', day, client_id, kind) as row,
         case when s.is_stored is null then 'it is missing' else 'nothing was posted' end as why
  from (select client_id, kind, day, true as is_stored from ledger_client_day) s
  full join (
    select distinct a.client_id, t.kind, (t.at at time zone 'UTC')::date as day, true as is_posted
    from ledger_posting p join ledger_transaction t on t.id = p.transaction_id join ledger_account a on a.id = p.account_id
    where p.id <= (select posting_id from ledger_seal) and a.client_id is not null and t.kind in ('deposit', 'trading_result')) p
    using (client_id, kind, day)
  where s.is_stored is null or p.is_posted is null
  order by client_id, kind, day limit 1`;

const volumesAreSums = sql`
  select format('paper_day %s of %s, %s', day, account, currency) as row,
         format('it says %s, its deals give %s', coalesce(stored, 'nothing'), coalesce(summed, 'nothing')) as why
  from (select account, day, currency, concat_ws(' ', deals, trim_scale(volume)) as stored from paper_day) d
  full join (
    select p.account, (p.at at time zone 'UTC')::date as day, i.currency,
           concat_ws(' ', count(*), trim_scale(sum(p.volume * t.contract_size * p.price))) as summed
    from paper_deal p join market_instrument i using (symbol) join paper_terms t using (symbol)
    group by 1, 2, 3) p using (account, day, currency)
  where stored is distinct from summed
  order by account, day, currency limit 1`;

const every: Rows = {
  postings: sql`ledger_posting`,
  transactions: sql`ledger_transaction`,
  whole: sql`ledger_posting`,
  movements: sql`ledger_movement`,
  flows: sql`ledger_external_flow`,
  days: sql`
    select account_id, kind, '-infinity'::date as first_on from ledger_movement
    union
    select account_id, kind, '-infinity' from ledger_day`,
  sums: sql`ledger_posting`,
  isOf: () => sql`true`,
  sealBreach: sql`(${accountsAreSums}) union all (${kindsAreSums(byAccount)}) union all (${clientDaysArePosted}) limit 1`,
  volumeBreach: volumesAreSums,
};

/** The rows of a stretch; all rows without one. */
export function rowsOf(stretch?: Stretch): Rows {
  if (!stretch) return every;
  const { after, upTo } = stretch;
  const within = (id: Sql) =>
    sql`${id} > ${after}::bigint and (${upTo ?? null}::bigint is null or ${id} <= ${upTo ?? null}::bigint)`;
  const ids = sql`(select p.transaction_id from ledger_posting p where ${within(sql`p.id`)})`;
  const whole = sql`(select * from ledger_posting where transaction_id in ${ids})`;
  const movements = sql`(
    select m.*
    from (select distinct b.movement_account_id as account_id, t.id, t.at
          from ${whole} p join ledger_balance b on b.account_id = p.account_id join ledger_transaction t on t.id = p.transaction_id) e
    cross join lateral (
      select * from ledger_movement m where m.account_id = e.account_id and m.at = e.at and m.transaction_id = e.id offset 0) m)`;
  return {
    postings: sql`(select * from ledger_posting where ${within(sql`id`)})`,
    transactions: sql`(select * from ledger_transaction where id in ${ids})`,
    whole,
    movements,
    flows: sql`(select * from ledger_external_flow where ${within(sql`posting_id`)})`,
    days: sql`select account_id, kind, min((at at time zone 'UTC')::date) as first_on from ${movements} m group by 1, 2`,
    sums: sql`(
      select account_id, credits - debits as amount from ledger_sealed_account
      union all
      select account_id, amount from ledger_posting where ${within(sql`id`)})`,
    isOf: (id) => sql`${id} in ${ids}`,
    sealBreach: kindsAreSums(byAccount),
  };
}
