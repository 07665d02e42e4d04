import { openResults } from '#contract/reconciliation/names.ts';
import { batchesOf } from '#server/platform/secrets/batches.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isAsRead, macOfLine, type StatementTerms } from './line-row.ts';
import { lineColumns, type LineRow } from './settle-lines.ts';

/** Lines about which something may still be decided; `repeated` by a person. */
const undecided = [...openResults, 'waiting', 'repeated'];

/** Gives each undecided line that is intact under the former secret a MAC under the present one. Others stay as they are. */
export async function renewLineMacs(tx: Tx, former: string, present: string): Promise<void> {
  const select = sql`
    select ${lineColumns}, r.id as "runId", r.requested_by as "uploaderId", r.credits
    from statement_line l join reconciliation_run r on r.id = l.run_id
    where l.result is null or l.result = any(${undecided}::text[])`;
  for await (const rows of batchesOf<LineRow & StatementTerms>(tx, select)) {
    const intact = rows.filter((line) => isAsRead({ appSecret: former }, line, line));
    await tx.run(sql`
      update statement_line l set mac = renewed.mac
      from unnest(${intact.map(({ id }) => id)}::uuid[], ${intact.map((line) => macOfLine({ appSecret: present }, line, line))}::bytea[])
        as renewed (id, mac)
      where l.id = renewed.id`);
  }
}
