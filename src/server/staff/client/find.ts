import type { App } from '#server/platform/app.ts';
import { noteLook } from '#server/platform/audit.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Client } from '#server/platform/session.ts';

/** @throws Refusal `http.not_found` */
export async function findWhom(db: Queries, clientId: string): Promise<{ roles: Client['roles'] }> {
  const found = await db.maybeOne<{ roles: Client['roles'] }>(sql`select roles from client where id = ${clientId}`);
  if (!found) throw notFound();
  return found;
}

/**
 * Finds the client that somebody of the staff looks at, and writes the look down, whichever part of the card it is.
 * @throws Refusal `http.not_found`
 */
export async function lookAt(app: App, me: Client, clientId: string): Promise<void> {
  await findWhom(app.db, clientId);
  await noteLook(app, { actorId: me.id, clientId, act: 'staff.look_at_client' });
}
