import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isIntact, macColumns, signNewPerson, type RowMac } from '#server/platform/secrets/row-macs.ts';
import { revokeSessions } from '#server/platform/session/session.ts';

/** What became of it: accepted, or why there was nothing to accept. */
export type AcceptedChange = 'accepted' | 'unknown' | 'intact';

/**
 * Accepts a person's row as it is now, for an operator of the server who has repaired it by hand. The person's sessions
 * end, and the change is in the audit log. Sessions, links, passkeys and keys whose own rows were changed stay refused;
 * they must be made again.
 */
export async function acceptChange(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  email: string,
): Promise<AcceptedChange> {
  return db.tx(async (tx) => {
    const found = await tx.maybeOne<RowMac & { id: string }>(sql`
      select c.id, ${macColumns('person')} from person c where c.email = ${email.trim().toLowerCase()} for no key update`);
    if (!found) return 'unknown';
    if (isIntact(config, 'person', found)) return 'intact';
    const { id } = found;
    await tx.run(sql`update person set security_mac = null where id = ${id}`);
    await signNewPerson(tx, config, id);
    await revokeSessions(tx, clock, { clientId: id });
    const details = { reason: 'bin/administrator' };
    await writeAudit(tx, clock, { actorId: id, clientId: id, action: 'staff.accept_change', details });
    return 'accepted';
  });
}
