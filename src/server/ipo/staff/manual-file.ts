import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { FileAnswer } from '#server/platform/http/send-file.ts';
import { notFound } from '#server/platform/refusal.ts';

/**
 * What somebody proposed to allot by hand, line by line as he sent it.
 * @throws Refusal `http.not_found` also for a proposal without such a file
 */
export async function manualFile({ db }: App, proposalId: string): Promise<FileAnswer> {
  const found = await db.maybeOne<{ ticker: string; content: string }>(sql`
    select o.ticker, p.params ->> 'manual_csv' as content from ipo_proposal p join ipo_offering o on o.id = p.offering_id
    where p.id = ${proposalId} and p.params ? 'manual_csv'`);
  if (!found) throw notFound();
  const ticker = found.ticker.replaceAll(/[^A-Za-z0-9]/g, '');
  return { name: `allotment-${ticker}.csv`, type: 'text/csv; charset=utf-8', content: found.content };
}
