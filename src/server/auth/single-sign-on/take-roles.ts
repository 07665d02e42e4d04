import type { Role } from '#contract/kernel/endpoint.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { endProgramsOf } from '#server/platform/secrets/end-programs.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { isStaff, revokeSessions } from '#server/platform/session/session.ts';
import { dropChallenges } from '../second-factor/challenge.ts';

/**
 * Leaves a locked person only the roles that are kept, as their provider of single sign-on demands. Ends their sessions, and
 * sign-ins that wait for a second factor. No role is given here: two people do that.
 * @returns whether a role of staff is left
 */
export async function takeRoles(
  tx: Tx,
  app: App,
  { id, roles }: { id: string; roles: readonly Role[] },
  kept: Role[],
  details: Record<string, string>,
): Promise<boolean> {
  await openPerson(tx, app.config, id);
  await tx.run(sql`update person set roles = ${kept} where id = ${id}`);
  await dropChallenges(tx, id);
  await revokeSessions(tx, app.clock, { clientId: id });
  tx.afterCommit(() => app.realtime.readmit(id));
  await writeAudit(tx, app.clock, {
    actorId: id,
    clientId: id,
    action: 'staff.set_roles',
    details: { from: inWords(roles), to: inWords(kept), ...details },
  });
  if (!kept.includes('admin')) await endProgramsOf(app, tx, id, id);
  const at = app.clock.now().toISOString();
  await app.outbox.emit(tx, 'auth.security_changed', { clientId: id, change: 'roles_changed', at });
  const isStillStaff = isStaff({ roles: kept });
  await app.outbox.emit(tx, 'auth.roles_lost', { clientId: id, isStaff: isStillStaff });
  return isStillStaff;
}

/** Roles besides that of a client, as the audit log stores them. */
const inWords = (roles: readonly Role[]): string =>
  roles
    .filter((role) => role !== 'client')
    .toSorted()
    .join(' ') || '–';
