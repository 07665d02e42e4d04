import { z } from 'zod';
import { staffRoles, type StaffRole } from '#contract/staff/names.ts';

const pair = new RegExp(`^(.{1,300})=\\s*(${staffRoles.join('|')})$`);

/** `group = role; other group = role`. A group may hold equals signs, as those of LDAP do. */
const mapping = z
  .string()
  .max(4000)
  .refine((text) => pairsOf(text).every((each) => pair.test(each)));

const pairsOf = (text: string) =>
  text
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '');

/** Two of them can turn the connection off together while the provider is down. */
const emergencyAccounts = z
  .string()
  .toLowerCase()
  .transform((text) => text.split(/[\s,;]+/).filter((each) => each !== ''))
  .pipe(z.array(z.email()).min(1).max(2));

export const oidcSettings = z.strictObject({
  issuer: z.url({ protocol: /^https?$/ }),
  client_id: z.string().min(1).max(300),
  /** The claim that names groups; needed where roles depend on them. */
  groups_claim: z
    .string()
    .regex(/^[\w:./-]{1,120}$/)
    .default('groups'),
  group_roles: mapping.optional(),
  /** Google: its `hd`, so that no private account signs in. */
  hosted_domain: z
    .string()
    .regex(/^[a-z\d.-]{3,200}$/)
    .optional(),
  break_glass: emergencyAccounts,
  only: z.boolean(),
});
/** Whether a person may be the one who signs in without the provider: why not, or undefined. */
export type CheckBreakGlass = (email: string) => Promise<string | undefined>;

export type OidcSettings = z.output<typeof oidcSettings>;

/** Reads the mapping; a group may stand for several roles, and several groups for one. */
export function rolesByGroup(text: string): (groups: readonly string[]) => StaffRole[] {
  const pairs = pairsOf(text).map((each) => {
    const [, group = '', role = ''] = pair.exec(each) ?? [];
    return { group: group.trim(), role };
  });
  return (groups) =>
    staffRoles.filter((role) => pairs.some((each) => each.role === role && groups.includes(each.group)));
}
