import { sql, type Sql } from '../db/sql.ts';

/** Whether what was set for one client (`o`, a `client_override` or a `payment_restriction`) still counts at a time. */
export const countsAt = (at: Date): Sql =>
  sql`(o.until is null or o.until >= (${at}::timestamptz at time zone 'UTC')::date)`;
