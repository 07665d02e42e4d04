import { createHash } from 'node:crypto';
import type { BankFile } from '#contract/payments/bank-files.ts';
import type { App } from '#server/platform/app.ts';
import { areRequestsGenuine } from '#server/platform/approvals/check-approver.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { blockedBy } from '../withdrawals/held-back.ts';
import { fileState } from './file-row.ts';

export interface ReleasedFile {
  id: string;
  number: bigint;
  state: BankFile['state'];
  currency: string;
  total: bigint;
  lines: number;
  hash: Buffer;
}

export const hashOf = (content: Buffer): Buffer => createHash('sha256').update(content).digest();

/** @throws Refusal `http.not_found`, `payments.file_state` */
export async function lockReleased(tx: Tx, id: string): Promise<ReleasedFile> {
  const file = await tx.maybeOne<ReleasedFile>(sql`
    select f.id, f.number, ${fileState} as state, f.currency, f.total, f.lines, f.sha256 as hash
    from payout_file f where f.id = ${id} for update`);
  if (!file) throw notFound();
  if (file.state !== 'released') throw refuse('payments.file_state');
  return file;
}

/**
 * The bytes of a file exactly as two people released them, and the connection by which they agreed to send it.
 * @throws Refusal `approvals.changed` when the file or its release was changed past the program
 */
export async function releasedContent(
  app: App,
  tx: Tx,
  { id, hash }: ReleasedFile,
): Promise<{ content: Buffer; connectionId: string | null }> {
  const { content, requestId, connectionId } = await tx.one<{
    content: Buffer;
    requestId: string | null;
    connectionId: string | null;
  }>(sql`
    select f.content, r.id as "requestId", r.value ->> 'connection' as "connectionId"
    from payout_file f left join approval_request r
      on r.kind = 'payout_file' and r.key = f.id::text and r.state = 'approved' and r.decided_at = f.released_at
        and r.value ->> 'act' = 'release' and r.value ->> 'sha256' = encode(f.sha256, 'hex')
    where f.id = ${id}`);
  const isSame = requestId !== null && hashOf(content).equals(hash);
  if (!isSame || !(await areRequestsGenuine(tx, app, sql`r.id = ${requestId}`))) throw refuse('approvals.changed');
  return { content, connectionId };
}

/**
 * How many withdrawals of a file were stopped since it was made, with their clients locked: a hit of the screening, or a
 * restriction, is before or after.
 */
export async function countStopped(tx: Tx, id: string, at: Date): Promise<number> {
  await tx.run(sql`
    select from person where id in (select client_id from payout_file_line where file_id = ${id}) order by id for no key update`);
  const { count } = await tx.one<{ count: number }>(sql`
    select count(*)::int as count from payout_file_line l join payment p on p.id = l.payment_id join person c on c.id = p.client_id
    where l.file_id = ${id} and l.ended_at is null and p.state = 'ordered' and ${blockedBy(at)} is not null`);
  return count;
}
