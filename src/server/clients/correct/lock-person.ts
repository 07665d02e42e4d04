import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { notFound, refuse, refuseField } from '#server/platform/refusal.ts';
import type { Actor } from '#server/platform/session/actor.ts';
import { isStaff, type Person } from '#server/platform/session/session.ts';

export interface Correctable {
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
  const found = await findLocked(db, clientId);
  if (!found) throw refuseField('client_id', 'auth.client_unknown');
  if (isStaff(found) && !me.roles.includes('admin')) throw refuse('staff.is_staff');
  return found;
}

/**
 * The same for a program, which corrects no staff, not even by the key of an administrator: such a key outlives a change of
 * roles.
 * @throws Refusal `http.not_found`, also for the administrator of the key; `staff.is_staff`
 */
export async function lockClient(tx: Tx, by: Actor, clientId: string): Promise<Correctable> {
  const found = clientId === by.id ? undefined : await findLocked(tx, clientId);
  if (!found) throw notFound();
  if (isStaff(found)) throw refuse('staff.is_staff');
  return found;
}

const findLocked = (db: Queries, clientId: string) =>
  db.maybeOne<Correctable & Pick<Person, 'roles'>>(sql`
    select email, country, email_disputed_at is not null as "isDisputed", roles from person
    where id = ${clientId} and blocked_at is null for no key update`);
