import { guardThatIsOff, triggerThatIsOff } from '#server/platform/db/guards.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Rows } from './stretch.ts';

/** A rule for the rows of the ledger. `breach` finds the first row that breaks it, as columns `row` and `why`. */
export interface Invariant {
  name: string;
  breach: Sql;
}

const sumsAreZero = ({ whole }: Rows) => sql`
  select format('ledger_transaction %s', transaction_id) as row, format('its postings sum to %s in %s', sum(amount), currency) as why
  from ${whole} p group by transaction_id, currency having sum(amount) <> 0
  order by transaction_id, currency limit 1`;

const transactionsAreClosed = ({ transactions, whole }: Rows) => sql`
  select format('ledger_transaction %s', coalesce(t.id, p.id)) as row,
         case when t.id is null then 'it is missing, and postings name it'
              else format('it says %s postings and has %s', t.postings, coalesce(p.number, 0)) end as why
  from ${transactions} t
  full join (select transaction_id as id, count(*) as number from ${whole} p group by transaction_id) p on p.id = t.id
  where t.postings is distinct from p.number
  order by coalesce(t.id, p.id) limit 1`;

const currenciesAgree = ({ postings }: Rows) => sql`
  select row, why from (
    select 0 as place, a.code as id, format('ledger_account %s', a.code) as row, format('currency %s is unknown', a.currency) as why
    from ledger_account a left join currency c on c.code = a.currency where c.code is null
    union all
    select 1, lpad(p.id::text, 20, '0'), format('ledger_posting %s', p.id),
           case when a.id is null then 'its account is missing'
                else format('it is in %s, its account %s in %s', p.currency, a.code, a.currency) end
    from ${postings} p left join ledger_account a on a.id = p.account_id where a.currency is distinct from p.currency
  ) breach order by place, id limit 1`;

const balancesAreSums = ({ sums }: Rows) => sql`
  select format('ledger_balance of %s', a.code) as row,
         case when a.client_id is null then 'an account of the house has none'
              when b.amount is null then 'it is missing'
              else format('it is %s, its postings sum to %s', b.amount, coalesce(p.total, 0)) end as why
  from ledger_account a
  left join ledger_balance b on b.account_id = a.id
  left join (select account_id, sum(amount) as total from ${sums} p group by account_id) p on p.account_id = a.id
  where case when a.client_id is null then b.amount is not null else b.amount is distinct from coalesce(p.total, 0) end
  order by a.id limit 1`;

const nothingIsOverdrawn = ({ postings }: Rows) => sql`
  select row, why from (
    select 0 as place, p.id, format('ledger_posting %s', p.id) as row, format('it leaves %s on %s', p.balance_after, a.code) as why
    from ${postings} p join ledger_account a on a.id = p.account_id where p.balance_after < 0
    union all
    select 1, 0, format('ledger_balance of %s', a.code), format('it is %s', b.amount)
    from ledger_balance b join ledger_account a on a.id = b.account_id where b.amount < 0
  ) breach order by place, id, row limit 1`;

const postingsAreChained = ({ postings }: Rows) => sql`
  select format('ledger_posting %s', id) as row,
         format('it says %s after it on %s, and there was %s', coalesce(balance_after::text, 'nothing'), code, coalesce(expected::text, 'nothing to say')) as why
  from (
    select p.id, a.code, p.balance_after,
           case when a.client_id is not null
                then coalesce(lag(p.balance_after) over (partition by p.account_id order by p.id), (
                  select b.balance_after from ledger_posting b where b.account_id = p.account_id and b.id < p.id
                  order by b.id desc limit 1), 0) + p.amount end as expected
    from ${postings} p join ledger_account a on a.id = p.account_id
  ) chained
  where balance_after is distinct from expected order by id limit 1`;

const heldIsSumOfHolds = sql`
  select format('ledger_balance of %s', a.code) as row,
         format('it is %s, its active holds sum to %s', b.amount, coalesce(h.total, 0)) as why
  from ledger_account a join ledger_balance b on b.account_id = a.id
  left join (select held_id, sum(amount) as total from ledger_hold where state = 'active' group by held_id) h on h.held_id = a.id
  where case a.kind when 'wallet_held' then b.amount <> coalesce(h.total, 0) else h.total is not null end
  order by a.id limit 1`;

/** A hold set its amount aside when it began, and its end took that amount and returned what it did not pay. */
const holdsAreExplained = ({ isOf }: Rows) => sql`
  select format('ledger_hold %s', id) as row, why from (
    select h.id,
           case when t.kind is distinct from 'hold' then 'no transaction of kind hold began it'
                when set_aside.of_available is distinct from -h.amount or set_aside.of_held is distinct from h.amount
                then format('its transaction does not set %s aside', h.amount)
                when (h.state = 'active') <> (h.resolution_id is null) then format('it is %s, and its end says otherwise', h.state)
                when h.state = 'active' then null
                when h.captured <> case h.state when 'captured' then h.amount when 'partially_captured' then least(greatest(h.captured, 1), h.amount - 1) else 0 end
                then format('it is %s and has paid %s of %s', h.state, h.captured, h.amount)
                when e.id is null then 'the transaction that ended it is missing'
                when ended.of_held is distinct from -h.amount or ended.of_available <> h.amount - h.captured
                then format('its end, transaction %s, does not pay %s of %s', e.id, h.captured, h.amount)
           end as why
    from ledger_hold h
    left join ledger_transaction t on t.id = h.id
    left join ledger_transaction e on e.id = h.resolution_id
    left join lateral (
      select sum(p.amount) filter (where p.account_id = h.available_id) as of_available, sum(p.amount) filter (where p.account_id = h.held_id) as of_held
      from ledger_posting p where p.transaction_id = h.id) set_aside on true
    left join lateral (
      select coalesce(sum(p.amount) filter (where p.account_id = h.available_id), 0) as of_available, sum(p.amount) filter (where p.account_id = h.held_id) as of_held
      from ledger_posting p where p.transaction_id = h.resolution_id) ended on true
    where ${isOf(sql`h.id`)} or ${isOf(sql`h.resolution_id`)}
  ) hold
  where why is not null order by id limit 1`;

const accountsBelongTogether = sql`
  select row, why from (
    select 0 as place, w.id, format('wallet %s', w.id) as row, 'its accounts are not of its client, kind and currency' as why
    from wallet w left join ledger_account a on a.id = w.available_id left join ledger_account h on h.id = w.held_id
    where (a.client_id, a.kind, a.currency, h.client_id, h.kind, h.currency)
          is distinct from (w.client_id, 'wallet_available', w.currency, w.client_id, 'wallet_held', w.currency)
    union all
    select 1, t.id, format('trading_account %s', t.number), 'its account is not of its client, kind and currency'
    from trading_account t left join ledger_account a on a.id = t.ledger_account_id
    where (a.client_id, a.kind, a.currency) is distinct from (t.client_id, 'trading', t.currency)
    union all
    select 2, h.id, format('ledger_hold %s', h.id), 'its accounts are not those of one wallet'
    from ledger_hold h left join wallet w on w.available_id = h.available_id and w.held_id = h.held_id where w.id is null
    union all
    select 3, a.id, format('ledger_balance of %s', a.code), 'it says that it is of another kind'
    from ledger_balance b join ledger_account a on a.id = b.account_id where b.trading <> (a.kind = 'trading')
    union all
    select 4, a.id, format('ledger_balance of %s', a.code), 'its movements are written under another account'
    from ledger_balance b join ledger_account a on a.id = b.account_id left join wallet w on w.held_id = a.id
    where b.movement_account_id <> coalesce(w.available_id, a.id)
  ) breach order by place, id limit 1`;

const correctionsMirror = ({ transactions }: Rows) => sql`
  select format('ledger_transaction %s', c.id) as row, format('it corrects %s and does not mirror it', c.reference_id) as why
  from ${transactions} c
  where c.kind = 'correction' and c.reference_type = 'ledger_transaction' and exists (
    select from (
      select p.amount, coalesce(w.available_id, p.account_id) as account_id
      from ledger_posting p left join wallet w on w.held_id = p.account_id
      where p.transaction_id in (c.id, case when c.reference_id ~ '^[0-9a-f-]{36}$' then c.reference_id::uuid end)
    ) both_sides group by account_id having sum(amount) <> 0)
  order by c.id limit 1`;

const crossingsAreNoted = ({ postings, flows }: Rows) => sql`
  select format('ledger_posting %s', coalesce(p.id, c.posting_id)) as row,
         case when c.posting_id is null then 'it crosses the border and is not noted'
              else format('%s %s is noted of it', c.amount, c.currency) end as why
  from (select p.id, t.at, p.currency, a.kind = 'psp_in' as is_inflow, case a.kind when 'psp_in' then -p.amount else p.amount end as amount
        from ledger_account a join ${postings} p on p.account_id = a.id join ledger_transaction t on t.id = p.transaction_id
        where a.kind in ('psp_in', 'psp_out')) p
  full join ${flows} c on c.posting_id = p.id
  where (p.at, p.currency, p.is_inflow, p.amount) is distinct from (c.at, c.currency, c.is_inflow, c.amount)
  order by coalesce(p.id, c.posting_id) limit 1`;

const movementsArePosted = ({ whole, movements }: Rows) => sql`
  select format('ledger_movement of %s on %s', t.id, a.code) as row,
         case when m.amount is null then format('it is missing, and %s was posted', p.amount)
              when p.amount is null then 'nothing was posted that moved the account'
              else format('it says %s of kind %s at %s; %s of kind %s was posted at %s', m.amount, m.kind, m.at, p.amount, t.kind, t.at) end as why
  from (select b.movement_account_id as account_id, p.transaction_id, sum(p.amount) as amount
        from ${whole} p join ledger_balance b on b.account_id = p.account_id
        group by 1, 2 having sum(p.amount) <> 0) p
  full join ${movements} m on (m.account_id, m.transaction_id) = (p.account_id, p.transaction_id)
  left join ledger_transaction t on t.id = coalesce(m.transaction_id, p.transaction_id)
  left join ledger_account a on a.id = coalesce(m.account_id, p.account_id)
  where (m.amount, m.kind, m.at) is distinct from (p.amount, t.kind, t.at)
  order by t.id, a.code limit 1`;

const movementsAreChained = ({ movements }: Rows) => sql`
  select format('ledger_movement %s of %s', seq, code) as row,
         case when seq > 1 and before is null then format('number %s is missing', seq - 1)
              else format('it has %s after it, and should have %s', balance_after, coalesce(before, 0) + amount) end as why
  from (
    select a.code, m.seq, m.amount, m.balance_after,
           case when lag(m.seq) over next = m.seq - 1 then lag(m.balance_after) over next
                else (select b.balance_after from ledger_movement b where b.account_id = m.account_id and b.seq = m.seq - 1) end as before
    from ${movements} m join ledger_account a on a.id = m.account_id
    window next as (partition by m.account_id order by m.seq)
  ) chained
  where balance_after <> coalesce(before, 0) + amount or (seq > 1 and before is null) order by code, seq limit 1`;

/** Totals go on from the last day before those that are read. */
const daysAreSums = ({ days }: Rows) => sql`
  select format('ledger_day %s of %s, %s', day, a.code, total.kind) as row,
         case when stored is null then 'it is missing, and there were movements'
              when summed is null then 'there were no movements'
              else format('it says %s, its movements sum to %s', stored, summed) end as why
  from ((
    select d.account_id, d.kind, d.day, amount || ' ' || count_in || ' ' || count_out || ' ' || total_in || ' ' || total_out as stored
    from (${days}) r join ledger_day d on d.account_id = r.account_id and d.kind = r.kind and d.day >= r.first_on) d
  full join (
    select account_id, kind, day,
           amount || ' ' || sum(count_in) over past || ' ' || sum(count_out) over past || ' ' || sum(total_in) over past || ' ' || sum(total_out) over past as summed
    from (
      select m.account_id, m.kind, (m.at at time zone 'UTC')::date as day, sum(m.amount) as amount,
             count(*) filter (where m.amount > 0) as count_in, count(*) filter (where m.amount < 0) as count_out,
             coalesce(sum(m.amount) filter (where m.amount > 0), 0) as total_in, coalesce(-sum(m.amount) filter (where m.amount < 0), 0) as total_out
      from (${days}) r
      join ledger_movement m on m.account_id = r.account_id and m.kind = r.kind and m.at >= r.first_on::timestamp at time zone 'UTC'
      group by 1, 2, 3
      union all
      select r.account_id, r.kind, d.day, null, d.count_in, d.count_out, d.total_in, d.total_out
      from (${days}) r
      cross join lateral (
        select * from ledger_day d where d.account_id = r.account_id and d.kind = r.kind and d.day < r.first_on
        order by d.day desc limit 1) d
    ) each
    window past as (partition by account_id, kind order by day)) m using (account_id, kind, day)) total
  join ledger_account a on a.id = total.account_id
  where stored is distinct from summed order by a.code, day, total.kind limit 1`;

const guards = [
  'ledger_account_append_only',
  'ledger_account_no_truncate',
  'ledger_account_opens',
  'ledger_balance_append_only',
  'ledger_balance_held_guard',
  'person_close_balances',
  'ledger_balance_no_truncate',
  'ledger_day_no_delete',
  'ledger_day_no_truncate',
  'ledger_day_of_posting',
  'ledger_external_flow_append_only',
  'ledger_external_flow_no_truncate',
  'ledger_hold_single_end_guard',
  'ledger_hold_balance_guard',
  'ledger_hold_no_delete',
  'ledger_hold_no_truncate',
  'ledger_movement_append_only',
  'ledger_movement_no_truncate',
  'ledger_movement_of_posting',
  'ledger_posting_applies',
  'ledger_posting_external_flow',
  'ledger_posting_moves',
  'ledger_posting_append_only',
  'ledger_posting_no_truncate',
  'ledger_seal_no_delete',
  'ledger_seal_no_truncate',
  'ledger_seal_only_on',
  'ledger_seal_writes',
  'ledger_sealed_account_no_delete',
  'ledger_sealed_account_no_truncate',
  'ledger_sealed_account_of_seal',
  'ledger_sealed_kind_no_delete',
  'ledger_sealed_kind_no_truncate',
  'ledger_sealed_kind_of_seal',
  'ledger_client_day_no_delete',
  'ledger_client_day_no_truncate',
  'ledger_client_day_of_seal',
  'ledger_transaction_balances',
  'ledger_transaction_append_only',
  'ledger_transaction_no_truncate',
  'paper_day_no_delete',
  'paper_day_no_truncate',
  'paper_day_of_deal',
  'paper_deal_counts',
];

const platformAgrees = sql`
  select format('trading_account %s', t.number) as row,
         format('the ledger has %s on it, its platform %s', b.amount, coalesce(p.balance, 0)) as why
  from trading_account t join ledger_balance b on b.account_id = t.ledger_account_id
  left join paper_account p on p.number = t.number
  where t.platform = 'paper' and b.amount <> coalesce(p.balance, 0)
  order by t.number limit 1`;

const advancesAgree = sql`
  select format('trading_account %s', t.number) as row,
         format('its advance is %s, the ledger advanced %s', t.advance, l.amount) as why
  from trading_account t
  cross join lateral (
    select coalesce(sum(amount), 0) as amount from ledger_day
    where account_id = t.ledger_account_id and kind = 'negative_balance') l
  where t.platform = 'http' and t.advance <> l.amount
  order by t.number limit 1`;

/** Rules for what was posted: they hold for each stretch of postings by itself. */
export const rulesOfPostings = (rows: Rows): readonly Invariant[] => [
  { name: 'the postings of a transaction sum to zero in each currency', breach: sumsAreZero(rows) },
  { name: 'a transaction has the postings that it was sealed with', breach: transactionsAreClosed(rows) },
  { name: 'a posting is in the currency of its account', breach: currenciesAgree(rows) },
  { name: 'no balance of a client is or ever was negative', breach: nothingIsOverdrawn(rows) },
  { name: 'each posting follows the one before it on its account', breach: postingsAreChained(rows) },
  { name: 'a movement of a client is what was posted', breach: movementsArePosted(rows) },
  { name: 'each movement follows the one before it', breach: movementsAreChained(rows) },
  { name: 'the totals of a day are the sums of its movements', breach: daysAreSums(rows) },
  { name: 'a hold is explained by the transactions that began and ended it', breach: holdsAreExplained(rows) },
  { name: 'a correction mirrors what it corrects', breach: correctionsMirror(rows) },
  { name: 'incoming and outgoing money is recorded as it was posted', breach: crossingsAreNoted(rows) },
];

/** Rules for what the postings come to at the moment. Amounts in the messages of all rules are minor units. */
export const rulesOfTotals = (rows: Rows): readonly Invariant[] => [
  { name: 'the balance of a client is the sum of its postings', breach: balancesAreSums(rows) },
  { name: 'sealed totals are the sums of the sealed postings', breach: rows.sealBreach },
  ...(rows.volumeBreach
    ? [{ name: 'the traded volume of a day is that of its deals', breach: rows.volumeBreach }]
    : []),
  { name: 'what is held is the sum of the active holds', breach: heldIsSumOfHolds },
  { name: 'wallets, trading accounts and holds have accounts of their own kind', breach: accountsBelongTogether },
  { name: 'the guards of the database are switched on', breach: guardThatIsOff(guards) },
  { name: 'no trigger of any table is switched off', breach: triggerThatIsOff },
  { name: 'reconciliation: a trading account has the same on its platform', breach: platformAgrees },
  { name: 'what is advanced on a platform elsewhere is what the ledger advanced', breach: advancesAgree },
];
