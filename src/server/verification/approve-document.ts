import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { DocumentRow } from './document-row.ts';

interface Approval {
  /** Null for the rule of a connection. */
  by: string | null;
  at: Date;
  expiresOn: string | null;
  comment?: string | undefined;
  privateComment?: string | undefined;
}

/** Approves a pending document by the facts of now; it takes the place of the one before. */
export async function approveDocument(
  tx: Tx,
  { id, clientId, kind }: Pick<DocumentRow, 'id' | 'clientId' | 'kind'>,
  { by, at, expiresOn, comment, privateComment }: Approval,
): Promise<void> {
  await tx.run(sql`
    update verification_document set state = 'replaced'
    where client_id = ${clientId} and kind = ${kind} and state = 'approved'`);
  await tx.run(sql`
    update verification_document
    set state = 'approved', facts = verification_facts(client_id), expires_on = ${expiresOn}, comment = ${comment || null},
        private_comment = ${privateComment || null}, decided_by = ${by}, decided_at = ${at}
    where id = ${id} and state = 'pending'`);
}
