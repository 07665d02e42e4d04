import type { Clock } from './clock.ts';
import type { Tx } from './db/database.ts';
import { sql } from './db/sql.ts';
import { newId } from './id.ts';

/** One act of staff, as the client may read it later. */
export interface AuditEntry {
  actorId: string;
  /** Whom it concerns; nobody when it is the installation itself. */
  clientId?: string;
  /** The endpoint's name, e.g. `auth.issue_autologin`. */
  act: string;
  details?: Record<string, string>;
}

/** Writes an act down in the transaction that did it. */
export async function writeAudit(
  tx: Tx,
  clock: Clock,
  { actorId, clientId, act, details = {} }: AuditEntry,
): Promise<void> {
  await tx.run(sql`
    insert into audit_entry (id, actor_id, client_id, act, details, created_at)
    values (${newId()}, ${actorId}, ${clientId ?? null}, ${act}, ${JSON.stringify(details)}, ${clock.now()})`);
}
