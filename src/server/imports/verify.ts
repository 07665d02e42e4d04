import type { Invariant } from '#server/ledger/invariants.ts';
import { checkInvariants, checkMacs, type Finding, type WrittenRows } from '#server/ledger/verify.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { guardThatIsOff } from '#server/platform/db/guards.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Secrets } from '#server/platform/secrets/token.ts';

/** The approval says decimal amounts; the result, minor units. */
const nothingIsLost = sql`
  select format('import I-%s', number) as row,
         format('%s %s were approved, %s imported and %s left out', trim_scale(approved), what, imported, left_out) as why
  from (
    select r.number, what.*
    from import_result s join import_run r on r.id = s.run_id left join approval_request p on p.id = r.approval_request_id
    cross join lateral (
      select 'rows' as what, coalesce((p.value ->> r.subject)::numeric, 0) as approved,
             s.imported_rows::numeric as imported, s.left_out_rows::numeric as left_out
      union all
      select c.code,
             coalesce((select sum((t ->> 'amount')::numeric * 10::numeric ^ c.scale) from jsonb_array_elements(p.value -> 'totals') t
                       where t ->> 'currency' = c.code), 0),
             coalesce((s.imported ->> c.code)::numeric, 0), coalesce((s.left_out ->> c.code)::numeric, 0)
      from currency c) what) sums
  where approved <> imported + left_out
  order by number, what limit 1`;

const resultsArePosted = sql`
  select format('import I-%s', r.number) as row, format('it says %s %s imported, the ledger has %s', coalesce(said, 0), currency, coalesce(posted, 0)) as why
  from (select run_id, i.key as currency, i.value::numeric as said from import_result cross join lateral jsonb_each_text(imported) i) s
  full join (
    select s.run_id, p.currency, sum(p.amount) as posted
    from import_result s join ledger_transaction t on t.scope = 'import:' || s.run_id
    join ledger_posting p on p.transaction_id = t.id join ledger_account a on a.id = p.account_id
    where a.client_id is not null group by 1, 2) l using (run_id, currency)
  join import_run r on r.id = run_id
  where coalesce(said, 0) <> coalesce(posted, 0)
  order by r.number, currency limit 1`;

/** What rows have become, and whether there is no balance to post. */
const become = sql`(
  select run_id, row_number, balances = '{}' as is_empty from imported_client
  union all
  select run_id, row_number, balance = 0 from imported_account
  union all
  select run_id, row_number, true from imported_movement
  union all
  select run_id, row_number, true from imported_document)`;

const rowsHaveBecome = sql`
  select format('import I-%s, row %s', r.number, row_number) as row,
         case when i.run_id is null then 'it says that it was imported, and nothing came of it'
              else 'something came of it, and it does not say so' end as why
  from (select run_id, number as row_number, outcome from import_row where outcome = 'imported') n
  full join ${become} i using (run_id, row_number) join import_run r on r.id = run_id
  where n.outcome is null or i.run_id is null
  order by r.number, row_number limit 1`;

/** That these have the amounts is a rule for transactions. */
const openingsArePosted = sql`
  select format('import I-%s, row %s', r.number, row_number) as row, 'its opening balance was not posted' as why
  from ${become} i join import_run r on r.id = i.run_id
  where not is_empty and not exists (select from ledger_transaction t where (t.scope, t.key) = ('import:' || run_id, row_number::text))
  order by r.number, row_number limit 1`;

const guards = [
  'import_result_append_only',
  'imported_account_append_only',
  'imported_account_guard',
  'imported_client_fixed',
  'imported_client_guard',
  'imported_client_no_delete',
  'imported_document_append_only',
  'imported_document_guard',
  'imported_movement_append_only',
  'imported_movement_guard',
];

const rules: readonly Invariant[] = [
  { name: 'what was approved of an import was imported or left out', breach: nothingIsLost },
  { name: 'the ledger has what an import says that it imported', breach: resultsArePosted },
  {
    name: 'an imported row is a client, an account, a past movement or a document, and only that',
    breach: rowsHaveBecome,
  },
  { name: 'the opening balance of an imported row was posted', breach: openingsArePosted },
  { name: 'the guards of imports are switched on', breach: guardThatIsOff(guards) },
];

const written: readonly WrittenRows[] = [
  {
    name: 'approvals of imports were written by Atrium',
    table: 'approval_request',
    where: sql`r.kind = 'import' and r.state in ('open', 'approved')`,
  },
];

/** Holds imports against what two people approved and against the ledger, in a snapshot. */
export async function verifyImports(tx: Tx, secrets: Secrets): Promise<Finding[]> {
  return [...(await checkInvariants(tx, rules)), ...(await checkMacs(tx, secrets, written))];
}
