import { scaleOf, toDecimal } from '#contract/kernel/money.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { summedFigure, type Figure } from './figure.ts';
import { utcDayOf, type Period } from './period.ts';

type Kind = 'deposit' | 'trading_result';

/** Rows of client_id, kind and day that the seal has not noted yet. */
export const unsealedDays = (seal: bigint): Sql => sql`(
  select distinct a.client_id, t.kind, ${utcDayOf(sql`t.at`)} as day
  from ledger_posting p join ledger_account a on a.id = p.account_id join ledger_transaction t on t.id = p.transaction_id
  where p.id > ${seal}::bigint and a.client_id is not null and t.kind in ('deposit', 'trading_result'))`;

/** Rows of client_id and day: who did it on which day of both periods, each once. */
const daysOf = (seal: bigint, kind: Kind, { first, last }: Period): Sql => sql`(
  select client_id, day from ledger_client_day where kind = ${kind} and day between ${first} and ${last}
  union
  select client_id, day from ${unsealedDays(seal)} rest where kind = ${kind} and day between ${first} and ${last})`;

/** Clients with a result of trading: on each day, and each once in a period. */
export async function countTraders(tx: Queries, seal: bigint, period: Period): Promise<Figure> {
  const rows = await tx.rows<{ on: string | null; isNow: boolean | null; amount: bigint }>(sql`
    select day::text as on, is_now as "isNow", count(distinct client_id) as amount
    from (select day, client_id, day >= ${period.from} as is_now from ${daysOf(seal, 'trading_result', period)} each) active
    group by grouping sets ((day), (is_now))`);
  const byDay = rows.flatMap(({ on, amount }) => (on === null ? [] : [{ on, amount }]));
  const totalOf = (isNow: boolean) => String(rows.find((row) => row.on === null && row.isNow === isNow)?.amount ?? 0n);
  return {
    ...summedFigure('traders', period, byDay),
    total: totalOf(true),
    total_before: totalOf(false),
  };
}

/** Clients by the day of the first deposit ever. */
export async function countFirstDeposits(tx: Queries, seal: bigint, period: Period): Promise<Figure> {
  const earlier = (days: Sql) => sql`exists (
    select from ${days} e where e.client_id = lately.client_id and e.kind = 'deposit' and e.day < ${period.first})`;
  const rows = await tx.rows<{ on: string; amount: bigint }>(sql`
    with rest as materialized ${unsealedDays(seal)}
    select day::text as on, count(*) as amount from (
      select client_id, min(day) as day from ${daysOf(seal, 'deposit', period)} lately
      where not ${earlier(sql`ledger_client_day`)} and not ${earlier(sql`rest`)} group by client_id) beginner
    group by 1`);
  return summedFigure('first_deposits', period, rows);
}

/** The value of what was traded on the embedded platform, in USD at the present rates. */
export async function sumVolume(
  tx: Queries,
  period: Period,
  usd: (minor: bigint, currency: string) => bigint,
): Promise<Figure> {
  const rows = await tx.rows<{ on: string; currency: string; volume: string }>(sql`
    select day::text as on, currency, sum(volume)::text as volume
    from paper_day where day between ${period.first} and ${period.last} group by 1, 2`);
  const inUsd = rows.map(({ on, currency, volume }) => ({ on, amount: usd(minorOf(volume, currency), currency) }));
  return summedFigure('volume', period, inUsd, (minor) => toDecimal(minor, 'USD'));
}

/** Down to a whole minor unit: a volume has the digits of its price. */
function minorOf(volume: string, currency: string): bigint {
  const [whole = '0', rest = ''] = volume.split('.');
  const scale = scaleOf(currency);
  return BigInt(whole + rest.slice(0, scale).padEnd(scale, '0'));
}
