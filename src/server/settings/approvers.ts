import { entryColumns, isGenuineEntry, type EntryWithMac } from '#server/platform/audit-mac.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isGenuine, isGenuinePerson, type Witness } from '#server/platform/row-mac-check.ts';
import { refuse } from '#server/platform/refusal.ts';
import { macColumns, type RowMac } from '#server/platform/row-macs.ts';

/** Who stands beside an author of a change. */
interface Seconds {
  /** Whether it takes another person at all. */
  needed: boolean;
  /** Those who may confirm it now. */
  confirmers: string[];
}

interface Other extends RowMac {
  id: string;
  /** Whether the database counts them. */
  counts: boolean;
  mayConfirm: boolean;
}

/**
 * As the database reckons it, which refuses a version that lacks its second person. It cannot know whose row was changed past the
 * program: such a person confirms nothing. Nor do they let the author act alone, even where their row no longer says so, if the audit
 * log has ever given them such a role.
 */
export async function secondsOf(world: Witness, db: Queries, authorId: string, now: Date): Promise<Seconds> {
  const others = await db.rows<Other>(sql`
    select c.id, s.id is not null as counts, coalesce(s.may_confirm, false) as "mayConfirm", ${macColumns('client')}
    from client c left join setting_seconds(${authorId}, ${now}) s on s.id = c.id
    where c.id <> ${authorId} and (s.id is not null or c.id in (
      select e.client_id from audit_entry e where e.act = 'staff.set_roles' and string_to_array(e.details ->> 'to', ' ') && deciders_of('setting')
      union all select e.actor_id from audit_entry e where e.act = 'setup.finish'))`);
  const genuine = new Set(others.filter((row) => isGenuine(world, 'client', row.id, row)));
  return {
    needed: others.some((row) => row.counts || !genuine.has(row)) || (await isRoleForged(world, db, now)),
    confirmers: [...genuine].filter(({ mayConfirm }) => mayConfirm).map(({ id }) => id),
  };
}

/**
 * Whether an entry about roles, of those by which the database reckons who is new, was written past the program: then nobody acts
 * alone by it.
 */
async function isRoleForged({ config }: Witness, db: Queries, now: Date): Promise<boolean> {
  const entries = await db.rows<EntryWithMac>(sql`
    select ${entryColumns} from audit_entry e
    where e.act = 'staff.set_roles' and e.created_at > ${now}::timestamptz - interval '14 days'`);
  return entries.some((entry) => !isGenuineEntry(config, entry));
}

/**
 * Holds who may decide on settings until the transaction ends: whoever gives or takes one of their roles, or blocks one, waits.
 * @throws Refusal `http.forbidden` for somebody who is an administrator no more since they called, or whose row was changed past
 * the program
 */
export async function holdDeciders(world: Witness, tx: Tx, meId: string): Promise<void> {
  const rows = await tx.rows<{ id: string; roles: string[] }>(sql`
    select id, roles from client
    where roles && deciders_of('setting') and blocked_at is null and frozen_at is null and closed_at is null order by id for share`);
  const isAdministrator = rows.some(({ id, roles }) => id === meId && roles.includes('admin'));
  if (!isAdministrator || !(await isGenuinePerson(tx, world, meId))) throw refuse('http.forbidden');
}
