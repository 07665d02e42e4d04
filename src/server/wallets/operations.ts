import { toDecimal } from '#contract/kernel/money.ts';
import type { OperationKind } from '#contract/wallets/names.ts';
import type { ListedOperation } from '#contract/wallets/endpoints.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { join, sql, type Sql } from '#server/platform/db/sql.ts';
import type { OwnWallet } from './own-wallet.ts';
import { referenceColumns, showReference, type ReferenceRow } from './references.ts';

export const operationsPerPage = 50;

/** The filter of operations; an undefined field does not filter. */
export interface OperationQuery {
  kind?: OperationKind | undefined;
  direction?: 'in' | 'out' | undefined;
  /** At or after, and before. */
  since?: Date | undefined;
  until?: Date | undefined;
  minMinor?: bigint | undefined;
  maxMinor?: bigint | undefined;
  search?: string | undefined;
  /** The last operation of the page before. */
  cursor?: string | undefined;
}

/**
 * Movements of a wallet as rows of transaction_id, kind, at, place and amount. A hold moves nothing out of the wallet,
 * so it is no row. `place` grows in the order in which the balance moved. The statement contains only the filters that
 * are set: one plan for all of them would check each filter for each row.
 */
export function movements({ availableId, heldId }: OwnWallet, query: OperationQuery = {}): Sql {
  const accounts = sql`any(${[availableId, heldId]}::uuid[])`;
  return sql`
    select t.id as transaction_id, t.kind, t.at, max(p.id) as place, sum(p.amount)::bigint as amount
    from ledger_posting p join ledger_transaction t on t.id = p.transaction_id
    where ${all([sql`p.account_id = ${accounts}`, ...filterOfRow(query, accounts)])}
    group by t.id
    having ${all([sql`sum(p.amount) <> 0`, ...filterOfTotal(query)])}`;
}

const all = (conditions: Sql[]): Sql => join(conditions, ' and ');

function filterOfRow({ kind, since, until, search, cursor }: OperationQuery, accounts: Sql): Sql[] {
  const after = sql`(select max(id) from ledger_posting where transaction_id = ${cursor} and account_id = ${accounts})`;
  return [
    ...(kind ? [sql`t.kind = ${kind}`] : []),
    ...(since ? [sql`t.at >= ${since}`] : []),
    ...(until ? [sql`t.at < ${until}`] : []),
    ...(search ? [speaksOf(search)] : []),
    ...(cursor
      ? [
          sql`p.id < ${after} and not exists (
            select from ledger_posting later
            where later.transaction_id = t.id and later.account_id = ${accounts} and later.id >= ${after})`,
        ]
      : []),
  ];
}

function filterOfTotal({ direction, minMinor, maxMinor }: OperationQuery): Sql[] {
  return [
    ...(direction ? [direction === 'in' ? sql`sum(p.amount) > 0` : sql`sum(p.amount) < 0`] : []),
    ...(minMinor === undefined ? [] : [sql`abs(sum(p.amount)) >= ${minMinor}`]),
    ...(maxMinor === undefined ? [] : [sql`abs(sum(p.amount)) <= ${maxMinor}`]),
  ];
}

/** Whether a transaction `t` names it: in its reason, its number or reference, or on its other side. */
function speaksOf(search: string): Sql {
  const within = (text: Sql) => sql`position(lower(${search}) in lower(${text})) > 0`;
  const numbered = (table: Sql, type: string, prefix: string) => sql`exists (
    select from ${table} r where r.id = case t.reference_type when ${type} then t.reference_id::uuid end
      and ${within(sql`${prefix}::text || r.number`)})`;
  return sql`(${within(sql`concat_ws(E'\n', t.reason, t.reference_id, t.id::text)`)}
    or ${numbered(sql`payment`, 'payment', 'P-')} or ${numbered(sql`ipo_application`, 'ipo_application', 'A-')}
    or ${numbered(sql`ipo_sale`, 'ipo_sale', 'S-')} or exists (
    select from ledger_posting o join ledger_account a on a.id = o.account_id
    where o.transaction_id = t.id and case a.kind
      when 'trading' then ${within(sql`split_part(a.code, ':', 4)`)}
      when 'psp_in' then ${within(sql`translate(split_part(a.code, ':', 2), '-', ' ')`)}
      when 'psp_out' then ${within(sql`translate(split_part(a.code, ':', 2), '-', ' ')`)}
      when 'fx' then ${within(sql`a.currency`)}
      else false end))`;
}

/** The currency of the other wallet of a conversion `t`; null for any other kind. */
export const otherCurrency = ({ availableId }: OwnWallet): Sql => sql`
  (select o.currency from ledger_posting o join ledger_account a on a.id = o.account_id
   where o.transaction_id = t.id and t.kind = 'conversion' and a.kind = 'wallet_available' and o.account_id <> ${availableId})`;

interface Row extends ReferenceRow {
  id: string;
  kind: OperationKind;
  amount: bigint;
  balanceAfter: bigint;
  reason: string | null;
  otherCurrency: string | null;
  at: Date;
}

/** One more than a page, the latest first. */
export async function readOperations(
  db: Queries,
  wallet: OwnWallet,
  query: OperationQuery,
): Promise<ListedOperation[]> {
  const balanceAt = (account: string) => sql`
    coalesce((select p.balance_after from ledger_posting p where p.account_id = ${account} and p.id <= moved.place
              order by p.id desc limit 1), 0)`;
  const rows = await db.rows<Row>(sql`
    select t.id, t.kind, moved.amount, ${balanceAt(wallet.availableId)} + ${balanceAt(wallet.heldId)} as "balanceAfter",
           t.reason, t.at, ${referenceColumns},
           ${otherCurrency(wallet)} as "otherCurrency"
    from (${movements(wallet, query)} order by place desc limit ${operationsPerPage + 1}) moved
    join ledger_transaction t on t.id = moved.transaction_id
    order by moved.place desc`);
  return rows.map((row) => show(row, wallet.currency));
}

function show(row: Row, currency: string): ListedOperation {
  const { id, kind, reason, otherCurrency } = row;
  const reference = showReference(row);
  return {
    id,
    kind,
    amount: toDecimal(row.amount, currency),
    balance_after: toDecimal(row.balanceAfter, currency),
    reason,
    trading_account_id: reference?.type === 'trading_account' ? reference.id : null,
    at: row.at.toISOString(),
    reference,
    other_currency: otherCurrency,
  };
}
