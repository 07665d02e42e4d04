import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';

/** Why the money of a client changed on one day, in one currency. Minor units; what the client lost is negative. */
export interface ResultOfDay {
  on: string;
  currency: string;
  /** Inflows from outside, and outflows. */
  inMinor: bigint;
  outMinor: bigint;
  /**
   * Corrections by the operator, for or against the client: they are neither a deposit or withdrawal nor a profit or
   * loss.
   */
  correctedMinor: bigint;
  /** Trading results without the parts below, and what went into shares of offerings or came out of them. */
  priceMinor: bigint;
  /** Interest, dividends, swap and bonuses. */
  incomeMinor: bigint;
  /** Fees, commissions, and the spread of conversions. */
  feesMinor: bigint;
}

/**
 * Results by day since an instant. A client's gain is what the operator's accounts gave, so their kinds say why;
 * movements between the client's own accounts, and both sides of a conversion, touch none of these kinds. A deal of the
 * embedded platform has its parts; an external platform gives one sum, which counts as price.
 */
export function readResults(db: Queries, clientId: string, since: Date): Promise<ResultOfDay[]> {
  return db.rows<ResultOfDay>(sql`
    with own as (
      select unnest(array[available_id, held_id]) as id from wallet where client_id = ${clientId}
      union all
      select ledger_account_id from trading_account where client_id = ${clientId}),
    touched as (
      select distinct t.id, t.at, t.scope, t.reference_id
      from own join ledger_posting p on p.account_id = own.id join ledger_transaction t on t.id = p.transaction_id
      where t.at >= ${since}),
    given as (
      select to_char(t.at at time zone 'UTC', 'YYYY-MM-DD') as on_day, h.currency, a.kind, -h.amount as amount,
             coalesce(d.swap + case when d.type in ('interest', 'dividend', 'bonus', 'credit') then d.profit else 0 end, 0) as income,
             coalesce(d.commission + d.fee + case when d.type in ('commission', 'charge', 'tax') then d.profit else 0 end, 0) as cost
      from touched t
      join ledger_posting h on h.transaction_id = t.id
      join ledger_account a on a.id = h.account_id and a.client_id is null
      left join paper_deal d on a.kind = 'dealing'
        and d.ticket = case when t.scope = 'platform:paper' then t.reference_id::bigint end)
    select on_day as "on", currency,
           coalesce(sum(amount) filter (where kind in ('psp_in', 'psp_out') and amount > 0), 0)::bigint as "inMinor",
           coalesce(sum(amount) filter (where kind in ('psp_in', 'psp_out') and amount < 0), 0)::bigint as "outMinor",
           coalesce(sum(amount) filter (where kind = 'suspense'), 0)::bigint as "correctedMinor",
           coalesce(sum(amount - income - cost) filter (where kind in ('dealing', 'ipo_escrow')), 0)::bigint as "priceMinor",
           coalesce(sum(case kind when 'bonus' then amount when 'dealing' then income end), 0)::bigint as "incomeMinor",
           coalesce(sum(case kind when 'fees' then amount when 'dealing' then cost end), 0)::bigint as "feesMinor"
    from given
    group by on_day, currency
    order by on_day, currency`);
}

/** The day on which a client's first money moved; null for a client who never had any. */
export async function firstDay(db: Queries, clientId: string): Promise<string | null> {
  const { on } = await db.one<{ on: string | null }>(sql`
    select to_char(min(t.at) at time zone 'UTC', 'YYYY-MM-DD') as on
    from ledger_account a join ledger_posting p on p.account_id = a.id join ledger_transaction t on t.id = p.transaction_id
    where a.client_id = ${clientId}`);
  return on;
}
