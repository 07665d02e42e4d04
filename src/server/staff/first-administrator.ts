import type { Role } from '#contract/kernel/endpoint.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { revokeSessions } from '#server/platform/session/session.ts';
import { removeManagerOf } from './client/personal-manager.ts';
import { inWords } from './team.ts';
import { notifyAdministrators } from './notify-administrators.ts';

/** What became of it: made, or why not. */
export type FirstAdministrator = 'made' | 'closed' | 'unknown' | 'unconfirmed' | 'out' | 'is_one' | 'there_are_two';

/**
 * Gives the first or the second administrator the role, for the operator of the server. While there is only one, no
 * person could confirm the roles that they request. It takes effect at once; administrators and compliance are
 * notified.
 */
export async function makeFirstAdministrator(
  { db, clock, config, outbox }: Pick<App, 'db' | 'clock' | 'config' | 'outbox'>,
  email: string,
): Promise<FirstAdministrator> {
  return db.tx(async (tx) => {
    // So that concurrent runs make at most two.
    await tx.run(sql`lock table person in share row exclusive mode`);
    const { able } = await tx.one<{ able: number }>(sql`
      select count(*)::int as able from person
      where 'admin' = any(roles) and blocked_at is null and frozen_at is null and closed_at is null`);
    if (able > 1) return 'there_are_two';
    if (config.setup && !(await tx.maybeOne(sql`select from person limit 1`))) return 'closed';
    const found = await tx.maybeOne<{ id: string; roles: Role[]; isConfirmed: boolean; isOut: boolean }>(sql`
      select id, roles, email_verified_at is not null as "isConfirmed", blocked_at is not null or frozen_at is not null as "isOut"
      from person where email = ${email.trim().toLowerCase()}`);
    if (!found) return 'unknown';
    if (!found.isConfirmed) return 'unconfirmed';
    if (found.isOut) return 'out';
    const { id, roles } = found;
    if (roles.includes('admin')) return 'is_one';
    await openPerson(tx, config, id);
    await tx.run(sql`update person set roles = array_append(roles, 'admin') where id = ${id}`);
    await removeManagerOf(tx, id);
    await revokeSessions(tx, clock, { clientId: id });
    const details = { from: inWords(roles), to: inWords([...roles, 'admin']), reason: command };
    await writeAudit(tx, clock, { actorId: id, clientId: id, action: 'staff.set_roles', details });
    await notifyAdministrators({ outbox }, tx, { clientId: id, by: command, made: true, except: [] });
    return 'made';
  });
}

const command = 'bin/administrator';
