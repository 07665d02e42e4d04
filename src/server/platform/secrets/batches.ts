import type { Queries } from '../db/database.ts';
import { sql, type Sql } from '../db/sql.ts';

/**
 * The rows of a statement, by a cursor of the caller's transaction: those that are rewritten during the run do not come again.
 * One at a time in a transaction.
 */
export async function* batchesOf<Row extends object>(
  db: Pick<Queries, 'rows' | 'run'>,
  select: Sql,
): AsyncGenerator<Row[]> {
  await db.run(sql`declare batches no scroll cursor for ${select}`);
  for (;;) {
    const rows = await db.rows<Row>(sql`fetch 5000 from batches`);
    if (rows.length === 0) break;
    yield rows;
  }
  await db.run(sql`close batches`);
}
