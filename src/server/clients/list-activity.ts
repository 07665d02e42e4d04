import type { App } from '#server/platform/app.ts';
import { sql } from '#server/platform/db/sql.ts';
import type { Client } from '#server/platform/session.ts';

/**
 * What staff did in the client's profile, the latest first. Who of them did it stays inside the house, and so does how
 * support handles his conversations, which he sees for himself.
 */
export async function listActivity(app: App, me: Client) {
  const rows = await app.db.rows<{ id: string; act: string; reason: string | null; at: Date }>(sql`
    select id, act, details ->> 'reason' as reason, created_at as at from audit_entry
    where client_id = ${me.id} and act not like 'support.%' order by created_at desc, id desc limit 100`);
  return rows.map((row) => ({ ...row, at: row.at.toISOString() }));
}
