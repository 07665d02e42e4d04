import { resetFactors } from '#server/auth/second-factor/factors.ts';
import { administratorsBut } from '#server/platform/people/administrators.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';

/** What became of it: whose second factor is off, or why nothing was done. */
export type ResetAdministrator = { name: string } | 'unknown' | 'no_administrator' | 'none';

/**
 * Turns off the second factor of an administrator who has lost it, for the operator of the server: no other person
 * could do it for the only administrator. Their sessions end and withdrawals are paused; they and the other
 * administrators are notified, and it is in the audit log.
 */
export async function resetAdministrator(
  world: Pick<App, 'db' | 'clock' | 'config' | 'outbox'>,
  email: string,
): Promise<ResetAdministrator> {
  const { db, clock, outbox } = world;
  return db.tx(async (tx) => {
    const found = await tx.maybeOne<{ id: string; name: string; isAdministrator: boolean }>(sql`
      select id, full_name as name, 'admin' = any(roles) as "isAdministrator"
      from person where email = ${email.trim().toLowerCase()} for no key update`);
    if (!found) return 'unknown';
    const { id, name, isAdministrator } = found;
    if (!isAdministrator) return 'no_administrator';
    if (!(await resetFactors(tx, world, id))) return 'none';
    const details = { code: 'device_lost', comment: 'bin/administrator' };
    await writeAudit(tx, clock, { actorId: id, clientId: id, action: 'clients.reset_second_factor', details });
    const others = await administratorsBut(tx, id);
    await outbox.emitEach(
      tx,
      'staff.administrator_reset',
      others.map((staffId) => ({ staffId, name })),
    );
    return { name };
  });
}
