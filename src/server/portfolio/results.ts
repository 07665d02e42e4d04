import { utcDay } from '#server/ledger/totals.ts';
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

/** The accounts that the movements of a client are written under. */
const ownAccounts = (clientId: string) => sql`
  select available_id as id from wallet where client_id = ${clientId}
  union all
  select ledger_account_id from trading_account where client_id = ${clientId}`;

/** Results by day, since the day of an instant. Movements between the client's own accounts give none. */
export function readResults(db: Queries, clientId: string, since: Date): Promise<ResultOfDay[]> {
  return db.rows<ResultOfDay>(sql`
    select to_char(r.day, 'YYYY-MM-DD') as "on", a.currency, sum(r.came_in)::bigint as "inMinor", sum(r.went_out)::bigint as "outMinor",
           sum(r.corrected)::bigint as "correctedMinor", sum(r.price)::bigint as "priceMinor", sum(r.income)::bigint as "incomeMinor",
           sum(r.fees)::bigint as "feesMinor"
    from (${ownAccounts(clientId)}) own
    join portfolio_result r on r.account_id = own.id and r.day >= ${utcDay(since)}
    join ledger_account a on a.id = own.id
    group by r.day, a.currency
    order by r.day, a.currency`);
}

/** The day on which a client's first money moved; null for a client who never had any. */
export async function firstDay(db: Queries, clientId: string): Promise<string | null> {
  const { on } = await db.one<{ on: string | null }>(sql`
    select to_char(min(first.at) at time zone 'UTC', 'YYYY-MM-DD') as on
    from (${ownAccounts(clientId)}) own
    cross join lateral (select m.at from ledger_movement m where m.account_id = own.id order by m.at limit 1) first`);
  return on;
}
