import type { AuditDetail, AuditDetails } from '#contract/audit-details.ts';
import type { AuditAct } from '#contract/audit-names.ts';
import type { App } from './app.ts';
import { instantOf, macOfEntry, secretsOf } from './audit-mac.ts';
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
  act: AuditAct;
  details?: AuditDetails;
}

/** Writes an act down in the transaction that did it. */
export async function writeAudit(
  tx: Tx,
  clock: Clock,
  { actorId, clientId, act, details = {} }: AuditEntry,
): Promise<void> {
  const [id, at] = [newId(), clock.now()];
  const mac = macOfEntry(secretsOf(tx), { id, actorId, clientId: clientId ?? null, act, details, at: instantOf(at) });
  await tx.run(sql`
    insert into audit_entry (id, actor_id, client_id, act, details, created_at, mac)
    values (${id}, ${actorId}, ${clientId ?? null}, ${act}, ${JSON.stringify(details)}, ${at}, ${mac})`);
}

/** Writes down an act that concerned each of these clients, as many as they may be. */
export async function writeAuditEach(
  tx: Tx,
  clock: Clock,
  { actorId, act, details = {} }: Omit<AuditEntry, 'clientId'>,
  clientIds: readonly string[],
): Promise<void> {
  const at = clock.now();
  const entries = clientIds.map((clientId) => ({ id: newId(), actorId, clientId, act, details, at: instantOf(at) }));
  await tx.run(sql`
    insert into audit_entry (id, actor_id, client_id, act, details, created_at, mac)
    select id, ${actorId}, client_id, ${act}, ${JSON.stringify(details)}, ${at}, mac
    from unnest(${entries.map(({ id }) => id)}::uuid[], ${entries.map(({ clientId }) => clientId)}::uuid[],
                ${entries.map((entry) => macOfEntry(secretsOf(tx), entry))}::bytea[]) as of (id, client_id, mac)`);
}

/** A screen that stays open asks again and again, and a search is typed letter by letter; it is one look for so long. */
const lookMinutes = 30;

/**
 * Writes down that somebody looked at a client, or at something of the house, once for one look. Looks at several things
 * that belong to one client differ `by` a detail of theirs.
 */
export async function noteLook(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  entry: AuditEntry,
  by?: { detail: AuditDetail },
): Promise<void> {
  const { actorId, clientId, act, details } = entry;
  const whose = clientId === undefined ? sql`client_id is null` : sql`client_id = ${clientId}`;
  const same = by ? sql`details ->> ${by.detail} = ${details?.[by.detail] ?? null}` : sql`true`;
  await db.tx(async (tx) => {
    const looked = await tx.maybeOne(sql`
      select 1 as found from audit_entry
      where actor_id = ${actorId} and act = ${act} and ${whose} and ${same}
        and created_at > ${clock.now()}::timestamptz - make_interval(mins => ${lookMinutes}) limit 1`);
    if (!looked) await writeAudit(tx, clock, entry);
  });
}
