import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { isStaff, type Person } from '#server/platform/session/session.ts';

interface Correctable {
  email: string;
  country: string;
  isDisputed: boolean;
}

/**
 * Finds the person to correct and locks the row until the transaction ends.
 * @throws Refusal `staff.own_profile`, `auth.client_unknown`, `staff.is_staff`
 */
export async function lockPerson(db: Queries, me: Person, clientId: string): Promise<Correctable> {
  if (clientId === me.id) throw refuse('staff.own_profile');
  const found = await db.maybeOne<Correctable & Pick<Person, 'roles'>>(sql`
    select email, country, email_disputed_at is not null as "isDisputed", roles from person
    where id = ${clientId} and blocked_at is null for no key update`);
  if (!found) throw refuseField('client_id', 'auth.client_unknown');
  if (isStaff(found) && !me.roles.includes('admin')) throw refuse('staff.is_staff');
  return found;
}
