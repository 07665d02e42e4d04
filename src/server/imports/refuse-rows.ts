import type { ImportField } from '#contract/imports/names.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Fault } from './subject.ts';

/** Refuses rows that say the same in a column as an earlier one, which counts. */
export async function refuseLater(tx: Tx, runId: string, field: ImportField, column: Sql): Promise<void> {
  // Numbered in one pass: to look for the earlier row of each may take the square of their number.
  const later = await tx.rows<{ number: number }>(sql`
    select number
    from (select number, outcome, row_number() over (partition by ${column} order by number) as place
          from import_row where run_id = ${runId} and ${column} is not null) numbered
    where place > 1 and outcome in ('new', 'same', 'differs')`);
  await refuseRows(tx, runId, later, { field, code: 'twice' });
}

/** Adds a fault to rows of a checked run. */
export const refuseRows = (tx: Tx, runId: string, rows: readonly { number: number }[], fault: Fault): Promise<number> =>
  tx.run(sql`
    update import_row set outcome = 'refused', content = null, content_mac = null,
      faults = faults || ${JSON.stringify([fault])}::jsonb
    where run_id = ${runId} and number = any(${rows.map(({ number }) => number)}::int[])`);
