import type { AuditDetail, AuditDetails } from '#contract/staff/audit-details.ts';
import type { AuditAction } from '#contract/staff/audit-names.ts';
import type { App } from '../app.ts';
import { instantOf, macOfEntry, secretsOf } from './mac.ts';
import type { Clock } from '../clock.ts';
import type { Tx } from '../db/database.ts';
import { sql } from '../db/sql.ts';
import { newId } from '../id.ts';

/** One action of staff, as the client may read it later. */
export interface AuditEntry {
  actorId: string;
  /** The client concerned; none when it is the installation itself. */
  clientId?: string;
  /** The endpoint's name, e.g. `auth.issue_autologin`. */
  action: AuditAction;
  details?: AuditDetails;
}

/** Records an action in its own transaction, when that commits. */
export async function writeAudit(
  tx: Tx,
  clock: Clock,
  { actorId, clientId, action, details = {} }: AuditEntry,
): Promise<void> {
  const [id, at] = [newId(), clock.now()];
  const mac = macOfEntry(secretsOf(tx), {
    id,
    actorId,
    clientId: clientId ?? null,
    action: action,
    details,
    at: instantOf(at),
  });
  tx.atCommit(async (last) => {
    await last.run(sql`
      insert into audit_entry (id, actor_id, client_id, action, details, created_at, mac)
      values (${id}, ${actorId}, ${clientId ?? null}, ${action}, ${JSON.stringify(details)}, ${at}, ${mac})`);
  });
}

/** Records an action for each of these clients, as many as they may be. */
export async function writeAuditEach(
  tx: Tx,
  clock: Clock,
  { actorId, action, details = {} }: Omit<AuditEntry, 'clientId'>,
  clientIds: readonly string[],
): Promise<void> {
  const at = clock.now();
  const entries = clientIds.map((clientId) => ({ id: newId(), actorId, clientId, action, details, at: instantOf(at) }));
  await tx.run(sql`
    insert into audit_entry (id, actor_id, client_id, action, details, created_at, mac)
    select id, ${actorId}, client_id, ${action}, ${JSON.stringify(details)}, ${at}, mac
    from unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ clientId }) => clientId)}::uuid[],
                ${entries.map((entry) => macOfEntry(secretsOf(tx), entry))}::bytea[]) as of (id, client_id, mac)`);
}

/** An open screen calls again and again, and a search is typed letter by letter; within this time that is one view. */
const viewMinutes = 30;

/**
 * Records that a person viewed a client or something of the operator, once for one view. Views of several things that
 * belong to one client differ `by` a detail of theirs.
 */
export async function recordView(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  entry: AuditEntry,
  by?: { detail: AuditDetail },
): Promise<void> {
  const { actorId, clientId, action, details } = entry;
  const whose = clientId === undefined ? sql`client_id is null` : sql`client_id = ${clientId}`;
  const same = by ? sql`details ->> ${by.detail} = ${details?.[by.detail] ?? null}` : sql`true`;
  await db.tx(async (tx) => {
    const recorded = await tx.maybeOne(sql`
      select 1 as found from audit_entry
      where actor_id = ${actorId} and action = ${action} and ${whose} and ${same}
        and created_at > ${clock.now()}::timestamptz - make_interval(mins => ${viewMinutes}) limit 1`);
    if (!recorded) await writeAudit(tx, clock, entry);
  });
}
