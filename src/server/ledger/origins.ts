import type { Config } from '#server/platform/config/config.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { rowsOf, type Stretch } from './stretch.ts';
import type { Finding } from './verify.ts';

const asUuid = (text: Sql) => sql`case when ${text} ~ '^[0-9a-f-]{36}$' then (${text})::uuid end`;

/**
 * What a transaction belongs to, by its scope and key: the record of a payment, conversion, transfer, deal, application,
 * sale, closure or import. Amounts are compared where one transaction is all that its record has moved; the other records have
 * rules of their own. An external platform keeps its deals itself. Demo data comes from nowhere, which production does not accept.
 */
const withoutRecord = (production: boolean, transactions: Sql) => sql`
  select format('ledger_transaction %s', t.id) as row, format('no record explains its scope %s and key %s', t.scope, t.key) as why
  from ${transactions} t
  cross join lateral (select ${asUuid(sql`substr(t.scope, strpos(t.scope, ':') + 1)`)} as id, ${asUuid(sql`split_part(t.key, ':', 3)`)} as transfer_id,
    case when t.key ~ '^deal:[0-9]{1,18}$' then substr(t.key, 6)::bigint end as ticket,
    case when t.key ~ '^[0-9]{1,9}$' then t.key::int end as row_number) about
  where not case split_part(t.scope, ':', 1)
    when 'payment' then exists (select from payment p where p.id = about.id)
    when 'ipo-application' then exists (select from ipo_application a where a.id = about.id)
    when 'ipo-sale' then exists (select from ipo_sale s where s.id = about.id)
    when 'closure' then exists (select from account_closure c where c.id = about.id)
    when 'import' then t.kind = 'opening_balance' and exists (
      select from import_row n join import_run r on r.id = n.run_id join approval_request p on p.id = r.approval_request_id
      where (n.run_id, n.number, n.outcome) = (about.id, about.row_number, 'imported') and (p.kind, p.key, p.state) = ('import', r.id::text, 'approved'))
      and (exists (
      select from imported_client i
      where (i.run_id, i.row_number) = (about.id, about.row_number)
        and i.balances = (select jsonb_object_agg(p.currency, p.amount::text) from ledger_posting p join ledger_account a on a.id = p.account_id
                          where p.transaction_id = t.id and a.client_id = i.client_id))
      or exists (
        select from imported_account i join trading_account a on a.id = i.account_id
        join ledger_posting p on p.transaction_id = t.id and p.account_id = a.ledger_account_id
        where (i.run_id, i.row_number, i.balance) = (about.id, about.row_number, p.amount)))
    when 'platform' then t.scope <> 'platform:paper' or exists (
      select from paper_deal d join trading_account a on a.number = d.account
      join ledger_posting p on p.transaction_id = t.id and p.account_id = a.ledger_account_id
      where d.ticket = about.ticket and p.amount = d.commission + d.swap + d.fee + d.profit)
    when 'client' then exists (
        select from conversion_quote q join wallet w on w.id = q.from_wallet_id join wallet v on v.id = q.to_wallet_id
        join ledger_posting given on given.transaction_id = t.id and given.account_id = w.available_id
        join ledger_posting got on got.transaction_id = t.id and got.account_id = v.available_id
        where q.transaction_id = t.id and q.client_id = about.id and (given.amount, got.amount) = (-q.amount, q.received))
      or exists (
        select from trading_transfer f
        where f.id = about.transfer_id and f.client_id = about.id
          and case t.key
            when 'transfer:hold:' || f.id then f.direction = 'in'
            when 'transfer:release:' || f.id then (f.direction, f.state) = ('in', 'rejected')
            when 'transfer:capture:' || f.id then (f.direction, f.state) = ('in', 'completed')
            when 'transfer:post:' || f.id then f.state = 'completed' and f.hold_id is null end
          and not exists (select from ledger_posting p where p.transaction_id = t.id and abs(p.amount) <> f.amount))
    when 'demo' then ${!production}
    else false
  end
  order by t.id limit 1`;

/**
 * Finds a transaction without the business record that it belongs to, as the rules of the modules find a record without
 * its transaction. Give it a snapshot. With a stretch of postings it reads their transactions, else all.
 */
export async function verifyOrigins(
  db: Queries,
  { production }: Pick<Config, 'production'>,
  stretch?: Stretch,
): Promise<Finding[]> {
  const { transactions } = rowsOf(stretch);
  const breach = await db.maybeOne<{ row: string; why: string }>(withoutRecord(production, transactions));
  return [{ invariant: 'a transaction belongs to the record of what it booked', ...(breach ? { breach } : {}) }];
}
