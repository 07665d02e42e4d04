import type { Queries } from '../db/database.ts';
import { sql, type Sql } from '../db/sql.ts';
import { refuse } from '../refusal.ts';

/** Rows that programs read in the order of their numbers. */
export interface Numbered {
  table: Sql;
  number: Sql;
  /** The highest number that was given, also to a row that is gone or was never committed. */
  last: Sql;
}

/** No transactions that failed leave as many numbers out; `bin/restore` does, see `newNumbers`. */
const leap = 1_000_000n;

/** Whether rows may have been undone between a place and the next row. */
export const mayBeGone = (place: string, next: bigint | undefined): boolean =>
  next === undefined || next - BigInt(place) >= leap;

/**
 * Refuses to read on after a row that a restore of the database has undone: what the program has copied is not what is here.
 * @throws Refusal `operator.place_ahead` with the last row before it that is still here, 0 where that is not known
 */
export async function refuseGonePlace(db: Queries, place: string, { table, number, last }: Numbered): Promise<void> {
  if (place === '0') return;
  const { before, highest, next } = await db.one<{ before: bigint | null; highest: bigint; next: bigint }>(sql`
    select (select max(${number}) from ${table} where ${number} <= ${place}::bigint) as before,
           coalesce(${last}, 0) as highest,
           coalesce((select min(${number}) from ${table} where ${number} > ${place}::bigint), ${last}, 0) as next`);
  const own = BigInt(place);
  if (own > highest) throw refuse('operator.place_ahead', { after: '0' });
  // Without a row up to it, all are older than what is kept.
  if (before !== null && before < own && next - before >= leap)
    throw refuse('operator.place_ahead', { after: String(before) });
}
