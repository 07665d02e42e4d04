import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { revokeSessions } from '#server/platform/session.ts';
import { forgetManagerOf } from './client/personal-manager.ts';

/** What became of it: made, or why not. */
export type FirstAdministrator = 'made' | 'closed' | 'nobody' | 'unconfirmed' | 'out' | 'there_is_one';

/**
 * Gives the first administrator his role, for whoever rules the server itself. Only where there is none: all others get
 * theirs from an administrator, who answers for it by name.
 */
export async function makeFirstAdministrator(
  { db, clock, config }: Pick<App, 'db' | 'clock' | 'config'>,
  email: string,
): Promise<FirstAdministrator> {
  return db.tx(async (tx) => {
    // So that of two who are named at once one is the first.
    await tx.run(sql`lock table client in share row exclusive mode`);
    if (await tx.maybeOne(sql`select from client where 'admin' = any(roles)`)) return 'there_is_one';
    if (config.setup && !(await tx.maybeOne(sql`select from client limit 1`))) return 'closed';
    const found = await tx.maybeOne<{ id: string; isConfirmed: boolean; isOut: boolean }>(sql`
      select id, email_verified_at is not null as "isConfirmed", blocked_at is not null or frozen_at is not null as "isOut"
      from client where email = ${email.trim().toLowerCase()}`);
    if (!found) return 'nobody';
    if (!found.isConfirmed) return 'unconfirmed';
    if (found.isOut) return 'out';
    const { id } = found;
    await tx.run(sql`update client set roles = array_append(roles, 'admin') where id = ${id}`);
    await forgetManagerOf(tx, id);
    await revokeSessions(tx, clock, { clientId: id });
    const details = { from: '–', to: 'admin', reason: 'bin/administrator' };
    await writeAudit(tx, clock, { actorId: id, clientId: id, act: 'staff.set_roles', details });
    return 'made';
  });
}
