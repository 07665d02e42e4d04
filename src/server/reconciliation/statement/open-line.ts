import type { PaymentMethod } from '#contract/payments/names.ts';
import { openResults, type LineResult } from '#contract/reconciliation/names.ts';
import type { App } from '#server/platform/app.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import { isAsRead } from './line-row.ts';
import { lineColumns, type LineRow } from './settle-lines.ts';

/** A line that a person decides on. */
export interface OpenLine extends LineRow {
  result: LineResult | null;
  runId: string;
  run: string;
  method: PaymentMethod;
  uploaderId: string;
  credits: boolean;
  /** Whether the payment that it probably is was credited after the upload. */
  isBookedSince: boolean;
}

/** @throws Refusal `http.not_found` */
export async function readLine(db: Queries, id: string, lock: Sql = sql``): Promise<OpenLine> {
  const line = await db.maybeOne<OpenLine>(sql`
    select ${lineColumns}, l.result, r.id as "runId", r.name as run, r.method, r.requested_by as "uploaderId", r.credits,
           exists (select from payment p where p.id = l.payment_id and p.state in ('credited', 'completed') and p.updated_at >= r.requested_at) as "isBookedSince"
    from statement_line l join reconciliation_run r on r.id = l.run_id where l.id = ${id} ${lock}`);
  if (!line) throw notFound();
  return line;
}

/**
 * Money that came in, as the file had it, and that is not booked: its own payment may have been credited a moment ago. A line
 * that repeats another one may be a second payment that is the same in everything; only people can say so.
 */
export function mayCredit(app: App, line: OpenLine): boolean {
  if (!isOpen(line) && line.result !== 'repeated') return false;
  if (line.amountMinor < 0n || line.isReversal || line.isReturned || line.isBookedSince) return false;
  return isAsRead(app.config, { runId: line.runId, uploaderId: line.uploaderId, credits: line.credits }, line);
}

export const isOpen = ({ result }: OpenLine): boolean => openResults.some((each) => each === result);
