import type { App } from '#server/platform/app.ts';
import { recordView } from '#server/platform/audit/audit.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound } from '#server/platform/refusal.ts';
import type { Person } from '#server/platform/session/session.ts';

/** @throws Refusal `http.not_found` */
export async function findWhom(db: Queries, clientId: string): Promise<{ roles: Person['roles'] }> {
  const found = await db.maybeOne<{ roles: Person['roles'] }>(sql`select roles from person where id = ${clientId}`);
  if (!found) throw notFound();
  return found;
}

/**
 * Checks that the client exists, and records the access of staff, whichever part of the card it is.
 * @throws Refusal `http.not_found`
 */
export async function viewClient(app: App, me: Person, clientId: string): Promise<void> {
  await findWhom(app.db, clientId);
  await recordView(app, { actorId: me.id, clientId, action: 'staff.view_client' });
}
