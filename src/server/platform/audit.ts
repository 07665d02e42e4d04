import type { App } from './app.ts';
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

/** A screen that stays open asks again and again, and a search is typed letter by letter; it is one look for so long. */
const lookMinutes = 30;

/** Writes down that somebody looked at a client, or at something of the house, once for one look. */
export async function noteLook({ db, clock }: Pick<App, 'db' | 'clock'>, entry: AuditEntry): Promise<void> {
  await db.tx(async (tx) => {
    const looked = await tx.maybeOne(sql`
      select 1 as found from audit_entry
      where actor_id = ${entry.actorId} and act = ${entry.act} and client_id is not distinct from ${entry.clientId ?? null}
        and created_at > ${clock.now()}::timestamptz - make_interval(mins => ${lookMinutes}) limit 1`);
    if (!looked) await writeAudit(tx, clock, entry);
  });
}
