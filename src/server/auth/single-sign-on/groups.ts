import type { Role } from '#contract/kernel/endpoint.ts';
import type { App } from '#server/platform/app.ts';
import type { StaffSignInRules } from '#server/platform/connections/ports/staff-sign-in.ts';
import type { Tx } from '#server/platform/db/database.ts';
import { refuse } from '#server/platform/refusal.ts';
import type { Member } from './identify.ts';
import { takeRoles } from './take-roles.ts';

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
  return takeRoles(tx, app, { id, roles }, kept, { connection: provider });
}
