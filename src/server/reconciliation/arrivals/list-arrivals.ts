import type { ResponseBody } from '#contract/kernel/endpoint.ts';
import type { Api } from '#contract/api.ts';
import type { BankFileArrival } from '#contract/reconciliation/statements.ts';
import type { Reader } from '#contract/kernel/text/number-format.ts';
import { textValues } from '#contract/kernel/text/text-values.ts';
import { refusalText } from '#contract/refusals.ts';
import type { App } from '#server/platform/app.ts';
import { fileNumber } from '#server/payments/bank-files/file-row.ts';
import { sql } from '#server/platform/db/sql.ts';

const pageLength = 20;

interface Row extends Omit<BankFileArrival, 'left_at' | 'run_id' | 'bank_file'> {
  values: Record<string, unknown> | null;
  leftAt: Date;
  runId: string | null;
  number: bigint | null;
}

/** What banks have left, the latest first. */
export async function listArrivals(
  { db, text }: App,
  reader: Reader,
  { cursor }: { cursor?: string | undefined },
): Promise<ResponseBody<Api['reconciliation.arrivals']>> {
  const after = cursor ?? null;
  const [{ connected }, rows] = await Promise.all([
    db.one<{ connected: boolean }>(sql`
      select exists (select from connection where port = 'bank_files' and state <> 'removed' and value is not null) as connected`),
    db.rows<Row>(sql`
      select a.id, coalesce(c.value, c.draft) ->> 'name' as connection, a.name, a.left_at as "leftAt", a.state, a.kind, a.refusal, a.refusal_values as values,
             a.run_id as "runId", f.number
      from bank_file_arrival a join connection c on c.id = a.connection_id left join payout_file f on f.id = a.file_id
      where ${after}::uuid is null or a.id < ${after}::uuid order by a.id desc limit ${pageLength + 1}`),
  ]);
  const page = rows.slice(0, pageLength);
  return {
    connected,
    arrivals: page.map(({ leftAt, runId, number, refusal, values, ...arrival }) => ({
      ...arrival,
      refusal: refusal && text(reader.language, refusalText(refusal), textValues(reader, values ?? {})),
      left_at: leftAt.toISOString(),
      run_id: runId,
      bank_file: number === null ? null : fileNumber({ number }),
    })),
    next_cursor: rows.length > pageLength ? (page.at(-1)?.id ?? null) : null,
  };
}
