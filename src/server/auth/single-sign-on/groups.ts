import type { Role } from '#contract/kernel/endpoint.ts';
import type { App } from '#server/platform/app.ts';
import { writeAudit } from '#server/platform/audit/audit.ts';
import type { StaffSignInRules } from '#server/platform/connections/ports/staff-sign-in.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse } from '#server/platform/refusal.ts';
import { openPerson } from '#server/platform/secrets/row-macs.ts';
import { isStaff, revokeSessions } from '#server/platform/session/session.ts';
import { dropChallenges } from '../second-factor/challenge.ts';
import type { Member } from './identify.ts';

interface Groups {
  rules: StaffSignInRules;
  /** Null when the provider does not say. */
  groups: readonly string[] | null;
  provider: string;
}

/**
 * Takes the roles that the person's groups no longer stand for. Groups give no role: two people do. Where the provider
 * does not name groups, nothing is taken and the person does not come in.
 * @returns whether a role is left
 * @throws Refusal auth.sso_role
 */
export async function applyGroups(
  tx: Tx,
  app: App,
  { id, email, roles }: Member,
  { rules, groups, provider }: Groups,
): Promise<boolean> {
  // Accounts that are kept for the day on which the provider fails must not depend on it.
  if (!rules.rolesOf || rules.breakGlass.includes(email)) return true;
  if (groups === null) throw refuse('auth.sso_role');
  const mapped: readonly Role[] = rules.rolesOf(groups);
  const kept = roles.filter((role) => role === 'client' || mapped.includes(role));
  if (kept.length === roles.length) return true;
  await openPerson(tx, app.config, id);
  await tx.run(sql`update person set roles = ${kept} where id = ${id}`);
  await dropChallenges(tx, id);
  await revokeSessions(tx, app.clock, { clientId: id });
  tx.afterCommit(() => app.realtime.readmit(id));
  const details = { from: inWords(roles), to: inWords(kept), connection: provider };
  await writeAudit(tx, app.clock, { actorId: id, clientId: id, action: 'staff.set_roles', details });
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
