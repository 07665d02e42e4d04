import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { FileResponse } from '#server/platform/http/send-file.ts';
import { notFound } from '#server/platform/refusal.ts';

/**
 * The file of a requested allotment by hand, line by line as it was sent.
 * @throws Refusal `http.not_found` also for a request without such a file
 */
export async function manualFile({ db }: App, approvalRequestId: string): Promise<FileResponse> {
  const found = await db.maybeOne<{ ticker: string; content: string }>(sql`
    select o.ticker, p.value ->> 'manual_csv' as content from approval_request p join ipo_offering o on o.id = p.offering_id
    where p.id = ${approvalRequestId} and p.value ? 'manual_csv'`);
  if (!found) throw notFound();
  const ticker = found.ticker.replaceAll(/[^A-Za-z0-9]/g, '');
  return { name: `allotment-${ticker}.csv`, type: 'text/csv; charset=utf-8', content: found.content };
}
