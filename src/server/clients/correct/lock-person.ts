import type { Queries } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { refuse, refuseField } from '#server/platform/refusal.ts';
import { isStaff, type Client } from '#server/platform/session.ts';

interface Whom {
  email: string;
  country: string;
  isDisputed: boolean;
}

/**
 * Finds whoever is to be corrected, and holds him while the transaction lasts.
 * @throws Refusal `staff.own_profile`, `auth.client_unknown`, `staff.is_staff`
 */
export async function holdWhom(db: Queries, me: Client, clientId: string): Promise<Whom> {
  if (clientId === me.id) throw refuse('staff.own_profile');
  const found = await db.maybeOne<Whom & Pick<Client, 'roles'>>(sql`
    select email, country, email_disputed_at is not null as "isDisputed", roles from client
    where id = ${clientId} and blocked_at is null for no key update`);
  if (!found) throw refuseField('client_id', 'auth.client_unknown');
  if (isStaff(found) && !me.roles.includes('admin')) throw refuse('staff.is_staff');
  return found;
}
