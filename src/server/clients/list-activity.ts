import type { App } from '#server/platform/app.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';

/** Staff's own work: that they looked, and what they noted for each other. */
const inside = ['staff.look_at_client', 'staff.add_note', 'staff.add_tag', 'staff.remove_tag'];

/** Acts of which a client is told; the condition on `audit_entry`. */
export const toldOf: Sql = sql`(act not like 'support.%' and act <> all(${inside}))`;

/**
 * What staff did in the client's profile, the latest first. Who of them did it stays inside the house, and so does how
 * support handles his conversations, which he sees for himself.
 */
export async function listActivity(app: App, me: Client) {
  const rows = await app.db.rows<{ id: string; act: string; reason: string | null; at: Date }>(sql`
    select id, act, details ->> 'reason' as reason, created_at as at from audit_entry
    where client_id = ${me.id} and actor_id is distinct from client_id and ${toldOf} order by created_at desc, id desc limit 100`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
