import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isIntact, macColumns, sealNewPerson, type RowMac } from '#server/platform/row-macs.ts';
import { revokeSessions } from '#server/platform/session.ts';

/** What became of it: accepted, or why there was nothing to accept. */
export type AcceptedChange = 'accepted' | 'nobody' | 'intact';

/**
 * Accepts a person's row as it is by now, for whoever rules the server itself and has repaired it by hand. Their sessions end, and it
 * is in the audit log. Sessions, links, passkeys and keys whose own rows were changed stay refused: those are made anew.
 */
export async function acceptChange(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  email: string,
): Promise<AcceptedChange> {
  return db.tx(async (tx) => {
    const found = await tx.maybeOne<RowMac & { id: string }>(sql`
      select c.id, ${macColumns('client')} from client c where c.email = ${email.trim().toLowerCase()} for no key update`);
    if (!found) return 'nobody';
    if (isIntact(config, 'client', found)) return 'intact';
    const { id } = found;
    await tx.run(sql`update client set security_mac = null where id = ${id}`);
    await sealNewPerson(tx, config, id);
    await revokeSessions(tx, clock, { clientId: id });
    const details = { reason: 'bin/administrator' };
    await writeAudit(tx, clock, { actorId: id, clientId: id, act: 'staff.accept_change', details });
    return 'accepted';
  });
}
