import { createHash } from 'node:crypto';
import type { BankFile } from '#contract/payments/bank-files.ts';
import type { App } from '#server/platform/app.ts';
import { areRequestsGenuine } from '#server/platform/approvals/check-approver.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
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
