import type { ResponseOf } from '#contract/api.ts';
import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';

/** What waits for people. An index on open lines, one on open differences and one on refused files serve the counts. */
export async function readSummary({ db }: App): Promise<ResponseOf<'POST /api/staff/reconciliation/summary'>> {
  const { lastStatementAt, ...counts } = await db.one<{
    lines: number;
    files: number;
    differences: number;
    lastStatementAt: Date | null;
  }>(sql`
    select (select count(*)::int from statement_line where result in ('proposed', 'unknown')) as lines,
           (select count(*)::int from bank_file_arrival where state = 'refused') as files,
           (select count(*)::int from reconciliation_run r join reconciliation_finding f on f.run_id = r.id
            where f.result <> 'matched' and f.note is null and (r.kind = 'statement' or r.id in (
              select distinct on (kind) id from reconciliation_run
              where kind <> 'statement' and state = 'done' order by kind, id desc))) as differences,
           (select requested_at from reconciliation_run
            where kind = 'statement' and state <> 'reading' order by id desc limit 1) as "lastStatementAt"`);
  return { ...counts, last_statement_at: lastStatementAt?.toISOString() ?? null };
}
