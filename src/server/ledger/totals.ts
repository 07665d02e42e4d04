import { sql, type Sql } from '#server/platform/db/sql.ts';
import { movementKinds } from './post.ts';

/** Which days, in UTC: from the beginning of one to the beginning of another. */
export interface Span {
  since?: Date | undefined;
  until?: Date | undefined;
}

/** The day of an instant in UTC. */
export const utcDay = (at: Date): Sql => sql`${at.toISOString().slice(0, 10)}::date`;

/**
 * Rows of kind, count_in, count_out, total_in and total_out: the movements of an account by kind. Two rows of `ledger_day`
 * for each kind say it, however many days lie between.
 */
export const totalsByKind = (
  account: Sql,
  { since, until }: Span = {},
  kinds: readonly string[] = movementKinds,
): Sql => {
  const upTo = (end: Sql) => sql`(
    select * from ledger_day d where d.account_id = ${account} and d.kind = k.kind and ${end} order by d.day desc limit 1)`;
  return sql`
    select k.kind, e.count_in - coalesce(b.count_in, 0) as count_in, e.count_out - coalesce(b.count_out, 0) as count_out,
           e.total_in - coalesce(b.total_in, 0) as total_in, e.total_out - coalesce(b.total_out, 0) as total_out
    from unnest(${kinds}::text[]) k (kind)
    cross join lateral ${upTo(until ? sql`d.day < ${utcDay(until)}` : sql`true`)} e
    left join lateral ${upTo(since ? sql`d.day < ${utcDay(since)}` : sql`false`)} b on true`;
};

/** Rows of day and amount: the sum of an account's movements on each day since one; days without any are left out. */
export const sumsByDay = (account: Sql, since: Date): Sql => sql`
  select d.day, sum(d.amount)::bigint as amount
  from unnest(${movementKinds}::text[]) k (kind)
  cross join lateral (select * from ledger_day d where d.account_id = ${account} and d.kind = k.kind and d.day >= ${utcDay(since)}) d
  group by d.day`;
