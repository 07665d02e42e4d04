import type { Role } from '#contract/endpoint.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit.ts';
import { sql } from '#server/platform/db/sql.ts';
import { openPerson } from '#server/platform/row-macs.ts';
import { revokeSessions } from '#server/platform/session.ts';
import { forgetManagerOf } from './client/personal-manager.ts';
import { inWords } from './team.ts';
import { tellAdministrators } from './notify-administrators.ts';

/** What became of it: made, or why not. */
export type FirstAdministrator = 'made' | 'closed' | 'nobody' | 'unconfirmed' | 'out' | 'is_one' | 'there_are_two';

/**
 * Gives the first or the second administrator the role, for whoever rules the server itself. As long as there is one, nobody
 * could confirm the roles that they propose. It counts at once; administrators and compliance are told.
 */
export async function makeFirstAdministrator(
  { db, clock, config, outbox }: Pick<App, 'db' | 'clock' | 'config' | 'outbox'>,
  email: string,
): Promise<FirstAdministrator> {
  return db.tx(async (tx) => {
    // So that of those who are named at once no more than two are made.
    await tx.run(sql`lock table client in share row exclusive mode`);
    const { able } = await tx.one<{ able: number }>(sql`
      select count(*)::int as able from client
      where 'admin' = any(roles) and blocked_at is null and frozen_at is null and closed_at is null`);
    if (able > 1) return 'there_are_two';
    if (config.setup && !(await tx.maybeOne(sql`select from client limit 1`))) return 'closed';
    const found = await tx.maybeOne<{ id: string; roles: Role[]; isConfirmed: boolean; isOut: boolean }>(sql`
      select id, roles, email_verified_at is not null as "isConfirmed", blocked_at is not null or frozen_at is not null as "isOut"
      from client where email = ${email.trim().toLowerCase()}`);
    if (!found) return 'nobody';
    if (!found.isConfirmed) return 'unconfirmed';
    if (found.isOut) return 'out';
    const { id, roles } = found;
    if (roles.includes('admin')) return 'is_one';
    await openPerson(tx, config, id);
    await tx.run(sql`update client set roles = array_append(roles, 'admin') where id = ${id}`);
    await forgetManagerOf(tx, id);
    await revokeSessions(tx, clock, { clientId: id });
    const details = { from: inWords(roles), to: inWords([...roles, 'admin']), reason: command };
    await writeAudit(tx, clock, { actorId: id, clientId: id, act: 'staff.set_roles', details });
    await tellAdministrators({ outbox }, tx, { clientId: id, by: command, made: true, except: [] });
    return 'made';
  });
}

const command = 'bin/administrator';
