import { rowsOf, type Stretch } from '#server/ledger/stretch.ts';
import { checkInvariants, type Finding } from '#server/ledger/verify.ts';
import { guardThatIsOff } from '#server/platform/db/guards.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';

/** Rows of transaction_id, currency and client_id: transactions that may have changed the results of a client. */
const ofClients = sql`
  select distinct p.transaction_id, p.currency, c.client_id
  from ledger_posting p join ledger_account c on c.id = p.account_id where c.client_id is not null`;

/** Clients and days with a movement. */
const daysOf = (movements: Sql) => sql`
  select distinct c.client_id, (m.at at time zone 'UTC')::date as day from ${movements} m join ledger_account c on c.id = m.account_id`;

/** The same, for these clients and days. */
const ofDays = (days: Sql) => sql`
  select distinct p.transaction_id, p.currency, d.client_id
  from (${days}) d
  join ledger_account c on c.client_id = d.client_id
  join ledger_movement m on m.account_id = c.id
    and m.at >= d.day::timestamp at time zone 'UTC' and m.at < (d.day + 1)::timestamp at time zone 'UTC'
  join ledger_posting p on p.transaction_id = m.transaction_id`;

/** What the company's accounts gave each client by day and currency, from the postings alone. */
const posted = (own: Sql) => sql`
  select own.client_id, (t.at at time zone 'UTC')::date as day, h.currency,
         coalesce(sum(-h.amount) filter (where a.kind in ('psp_in', 'psp_out') and h.amount < 0), 0) as came_in,
         coalesce(sum(-h.amount) filter (where a.kind in ('psp_in', 'psp_out') and h.amount > 0), 0) as went_out,
         coalesce(sum(-h.amount) filter (where a.kind = 'suspense'), 0) as corrected,
         coalesce(sum(-h.amount - part.income - part.cost) filter (where a.kind in ('dealing', 'ipo_escrow')), 0) as price,
         coalesce(sum(case a.kind when 'bonus' then -h.amount when 'dealing' then part.income end), 0) as income,
         coalesce(sum(case a.kind when 'fees' then -h.amount when 'dealing' then part.cost end), 0) as fees
  from (${own}) own
  join ledger_posting h on (h.transaction_id, h.currency) = (own.transaction_id, own.currency)
  join ledger_account a on a.id = h.account_id and a.client_id is null and a.kind <> 'fx'
  join ledger_transaction t on t.id = h.transaction_id
  left join paper_deal d on a.kind = 'dealing' and d.ticket = case when t.scope = 'platform:paper' then t.reference_id::bigint end
  cross join lateral (
    select coalesce(d.swap + case when d.type in ('interest', 'dividend', 'bonus', 'credit') then d.profit else 0 end, 0) as income,
           coalesce(d.commission + d.fee + case when d.type in ('commission', 'charge', 'tax') then d.profit else 0 end, 0) as cost) part
  group by 1, 2, 3`;

const resultsArePosted = (own: Sql, isRead: Sql) => sql`
  select format('portfolio_result %s of client %s in %s', day, client_id, currency) as row,
         case when r.results is null then format('it is missing, and the postings give %s', p.results)
              else format('it says %s, the postings give %s', r.results, coalesce(p.results, 'nothing')) end as why
  from (select client_id, day, currency, concat_ws(' ', came_in, went_out, corrected, price, income, fees) as results from (${posted(own)}) each) p
  full join (
    select a.client_id, r.day, a.currency,
           concat_ws(' ', sum(came_in), sum(went_out), sum(corrected), sum(price), sum(income), sum(fees)) as results
    from portfolio_result r join ledger_account a on a.id = r.account_id where ${isRead} group by 1, 2, 3) r using (client_id, day, currency)
  where r.results is distinct from p.results order by client_id, day, currency limit 1`;

const guards = [
  'ledger_posting_results',
  'portfolio_result_no_delete',
  'portfolio_result_no_truncate',
  'portfolio_result_of_posting',
];

/**
 * Checks the results of clients by day against the postings. Give it a snapshot.
 * @param stretch reads the days of clients with one of these postings; without it, every day
 */
export function verifyResults(db: Queries, stretch?: Stretch): Promise<Finding[]> {
  const days = daysOf(rowsOf(stretch).movements);
  const rule = stretch
    ? resultsArePosted(ofDays(days), sql`(a.client_id, r.day) in (${days})`)
    : resultsArePosted(ofClients, sql`true`);
  return checkInvariants(db, [
    { name: 'the results of a client are what was posted', breach: rule },
    { name: 'the guards of the results are switched on', breach: guardThatIsOff(guards) },
  ]);
}
