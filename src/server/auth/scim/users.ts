import type { Role } from '#contract/kernel/endpoint.ts';
import type { App } from '#server/platform/app.ts';
import { lockPeople } from '#server/platform/approvals/check-approver.ts';
import type { OpenConnection } from '#server/platform/connections/connections.ts';
import type { Queries } from '#server/platform/db/database.ts';
import { sql, type Sql } from '#server/platform/db/sql.ts';
import { isId } from '#server/platform/id.ts';
import { isStaff } from '#server/platform/session/session.ts';
import { takeRoles } from '../single-sign-on/take-roles.ts';
import { ScimError, type UserFilter } from './messages.ts';

/** Below `APP_URL`; an administrator enters it at the provider. */
export const scimPath = '/scim/v2';

export type Provider = OpenConnection<'staff_sign_in'>;

/** A member of staff, or a person who was one and is bound to the provider. */
export interface Member {
  id: string;
  email: string;
  name: string;
  roles: Role[];
  /** Not blocked in Atrium. */
  isOpen: boolean;
  createdAt: Date;
  /** Their name at the provider, where they have signed in by it. */
  subject: string | null;
}

/**
 * Staff, and people who are bound to the provider, by age. Clients are not found: the provider has no right to know them.
 */
export async function findMembers(db: Queries, { port }: Provider, filter?: UserFilter): Promise<Member[]> {
  return db.rows<Member>(sql`
    select c.id, c.email, c.full_name as name, c.roles, c.blocked_at is null as "isOpen", c.created_at as "createdAt", i.subject
    from person c
      left join staff_identity i on i.person_id = c.id and i.issuer = ${port.rules.issuer} and i.removed_at is null
    where c.closed_at is null and (c.roles && array['support', 'compliance', 'finance', 'admin'] or i.id is not null)
      and ${condition(filter)}
    order by c.created_at, c.id`);
}

function condition(filter: UserFilter | undefined): Sql {
  if (!filter) return sql`true`;
  const { by, value } = filter;
  if (by === 'id') return isId(value) ? sql`c.id = ${value}` : sql`false`;
  return by === 'email' ? sql`c.email = ${value.toLowerCase()}` : sql`i.subject = ${value}`;
}

/** @throws ScimError */
export async function readMember(db: Queries, provider: Provider, id: string): Promise<Member> {
  const [found] = await findMembers(db, provider, { by: 'id', value: id });
  if (!found) throw new ScimError(404, 'There is no member of staff with this id.');
  return found;
}

/** Who may sign in as staff. */
export const isActive = ({ roles, isOpen }: Member): boolean => isStaff({ roles }) && isOpen;

/**
 * A person has left the company: all of their roles end, with their sessions. Safe to repeat.
 * @throws ScimError when there is no such member, or they keep their roles for the day on which the provider fails
 */
export const removeLeaver = (app: App, provider: Provider, id: string): Promise<Member> =>
  app.db.tx(async (tx) => {
    await readMember(tx, provider, id);
    await lockPeople(tx, id);
    const member = await readMember(tx, provider, id);
    if (!isStaff(member)) return member;
    if (provider.port.rules.breakGlass.includes(member.email))
      throw new ScimError(
        403,
        'This is an emergency account of the connection; two people change its roles in Atrium.',
      );
    await takeRoles(tx, app, member, ['client'], { connection: provider.name });
    return { ...member, roles: ['client'] };
  });

/** A user of RFC 7643 (4.1). */
export function userOf(appUrl: string, member: Member): object {
  const { id, email, name, roles, createdAt, subject } = member;
  return {
    schemas: ['urn:ietf:params:scim:schemas:core:2.0:User'],
    id,
    ...(subject !== null && { externalId: subject }),
    userName: email,
    displayName: name,
    name: { formatted: name },
    emails: [{ value: email, type: 'work', primary: true }],
    roles: roles.filter((role) => role !== 'client').map((value) => ({ value })),
    active: isActive(member),
    meta: { resourceType: 'User', created: createdAt.toISOString(), location: `${appUrl}${scimPath}/Users/${id}` },
  };
}
