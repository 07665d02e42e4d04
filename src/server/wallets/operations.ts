import { toDecimal } from '#contract/kernel/money.ts';
import type { OperationKind } from '#contract/wallets/names.ts';
import type { ListedOperation } from '#contract/wallets/endpoints.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { movementKinds } from '#server/ledger/post.ts';
import { totalsByKind } from '#server/ledger/totals.ts';
import { join, sql, type Sql } from '#server/platform/db/sql.ts';
import type { OwnWallet } from './own-wallet.ts';
import { referenceColumns, showReference, type ReferenceRow } from './references.ts';

const operationsPerPage = 50;

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
  /** The operation after which the page begins. */
  cursor?: string | undefined;
}

/** How many movements a page looks at where no index finds those that meet the filter; the next page looks further back. */
const mostSearched = 1_000;

const all = (conditions: Sql[]): Sql => join(conditions, ' and ');

/** Conditions on movements `m` of a wallet that an index serves, in the order of the page. */
function indexed({ availableId }: OwnWallet, { kind, since, until, cursor }: OperationQuery): Sql {
  return all([
    sql`m.account_id = ${availableId}`,
    ...(kind ? [sql`m.kind = ${kind}`] : []),
    ...(since ? [sql`m.at >= ${since}`] : []),
    ...(until ? [sql`m.at < ${until}`] : []),
    ...(cursor
      ? [
          sql`(m.at, m.seq) < (
            select c.at, c.seq from ledger_transaction t join ledger_movement c on c.at = t.at and c.transaction_id = t.id
            where c.account_id = ${availableId} and t.id = ${cursor})`,
        ]
      : []),
  ]);
}

/** The other conditions, for which each movement `m` is looked at, with its transaction `t`. */
function searched({ direction, minMinor, maxMinor, search }: OperationQuery): Sql[] {
  return [
    ...(direction ? [direction === 'in' ? sql`m.amount > 0` : sql`m.amount < 0`] : []),
    ...(minMinor === undefined ? [] : [sql`abs(m.amount) >= ${minMinor}`]),
    ...(maxMinor === undefined ? [] : [sql`abs(m.amount) <= ${maxMinor}`]),
    ...(search ? [speaksOf(search)] : []),
  ];
}

/** Movements `m` with their transactions `t` that meet the filter, of those that a page looks at. */
const found = (wallet: OwnWallet, query: OperationQuery): Sql => sql`
  (select m.* from ledger_movement m where ${indexed(wallet, query)} order by m.at desc, m.seq desc limit ${mostSearched}) m
  join ledger_transaction t on t.id = m.transaction_id
  where ${all([sql`true`, ...searched(query)])}`;

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

/** The latest operations first. */
interface OperationsRead {
  operations: ListedOperation[];
  nextCursor: string | null;
  /** The time of the oldest movement that was looked at, if there are older ones and the page has place left. */
  searchedTo: string | null;
}

/** Reads a page. What it costs follows from its length, or is bounded by {@link mostSearched}. */
export async function readOperations(db: Queries, wallet: OwnWallet, query: OperationQuery): Promise<OperationsRead> {
  const rows = await db.rows<Row>(sql`
    select t.id, m.kind, m.amount, m.balance_after as "balanceAfter", t.reason, m.at, ${referenceColumns},
           ${otherCurrency(wallet)} as "otherCurrency"
    from ${found(wallet, query)} order by m.at desc, m.seq desc limit ${operationsPerPage + 1}`);
  const operations = rows.slice(0, operationsPerPage).map((row) => show(row, wallet.currency));
  if (rows.length > operationsPerPage)
    return { operations, nextCursor: operations.at(-1)?.id ?? null, searchedTo: null };
  const last = searched(query).length > 0 ? await lastSearched(db, wallet, query) : undefined;
  return { operations, nextCursor: last?.id ?? null, searchedTo: last?.at.toISOString() ?? null };
}

/** The oldest movement that a page looks at; undefined if there is none before it. */
async function lastSearched(db: Queries, wallet: OwnWallet, query: OperationQuery) {
  const [last, older] = await db.rows<{ id: string; at: Date }>(sql`
    select m.transaction_id as id, m.at from ledger_movement m
    where ${indexed(wallet, query)} order by m.at desc, m.seq desc offset ${mostSearched - 1} limit 2`);
  return older && last;
}

/** What the movements that meet a filter add up to. */
interface OperationSums {
  count: bigint;
  came: bigint;
  went: bigint;
}

/**
 * Adds up what meets a filter: by the totals of days where they know it, else by the movements themselves; null if those
 * are more than a page looks at.
 */
export async function addUp(db: Queries, wallet: OwnWallet, query: OperationQuery): Promise<OperationSums | null> {
  const { kind, direction, minMinor, maxMinor, search, ...span } = query;
  if (minMinor === undefined && maxMinor === undefined && search === undefined) {
    const [comes, goes] = [direction !== 'out', direction !== 'in'];
    return db.one<OperationSums>(sql`
      select coalesce(sum(case when ${comes} then count_in else 0 end + case when ${goes} then count_out else 0 end), 0)::bigint as count,
             coalesce(sum(case when ${comes} then total_in else 0 end), 0)::bigint as came,
             coalesce(sum(case when ${goes} then total_out else 0 end), 0)::bigint as went
      from (${totalsByKind(sql`${wallet.availableId}`, span, kind ? [kind] : movementKinds)}) totals`);
  }
  if (await lastSearched(db, wallet, query)) return null;
  return db.one<OperationSums>(sql`
    select count(*), coalesce(sum(m.amount) filter (where m.amount > 0), 0)::bigint as came,
           coalesce(-sum(m.amount) filter (where m.amount < 0), 0)::bigint as went
    from ${found(wallet, query)}`);
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
