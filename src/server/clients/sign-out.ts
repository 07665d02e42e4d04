import { signOutEverywhere } from '#server/auth/sessions/sign-out-everywhere.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse } from '#server/platform/refusal.ts';
import { isStaff, type Person } from '#server/platform/session/session.ts';

/**
 * Signs a client out everywhere, as when a phone was stolen. The client is notified, and reads the reason.
 * @throws Refusal `http.not_found`, `staff.own_profile`, `staff.is_staff`
 */
export function signOutClient(
  app: App,
  me: Person,
  { client_id: clientId, reason }: { client_id: string; reason: string },
): Promise<{ revoked: number }> {
  return app.db.tx(async (tx) => {
    // Under the lock that a sign-in takes, so that none of before opens a session afterwards.
    const client = await tx.maybeOne<Pick<Person, 'roles'>>(
      sql`select roles from person where id = ${clientId} for no key update`,
    );
    if (!client) throw notFound();
    if (clientId === me.id) throw refuse('staff.own_profile');
    if (isStaff(client) && !me.roles.includes('admin')) throw refuse('staff.is_staff');
    const revoked = await signOutEverywhere(tx, app, clientId);
    await writeAudit(tx, app.clock, { actorId: me.id, clientId, action: 'clients.sign_out', details: { reason } });
    return { revoked };
  });
}
