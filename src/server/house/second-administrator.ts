import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isGenuine, isGenuinePerson, type Witness } from '#server/platform/forged.ts';
import { refuse } from '#server/platform/refusal.ts';
import { macColumns, type RowMac } from '#server/platform/row-macs.ts';

/** Who stands beside an author of a change. */
interface Seconds {
  /** Whether it takes another administrator at all. */
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
 * program: such a person confirms nothing. Nor do they let the author act alone, even where their row no longer says that they
 * are an administrator, if the audit log has ever given them the role.
 */
export async function secondsOf(world: Witness, db: Queries, authorId: string, now: Date): Promise<Seconds> {
  const others = await db.rows<Other>(sql`
    select c.id, s.id is not null as counts, coalesce(s.may_confirm, false) as "mayConfirm", ${macColumns('client')}
    from client c left join second_administrators(${authorId}, ${now}) s on s.id = c.id
    where c.id <> ${authorId} and (s.id is not null or c.id in (
      select e.client_id from audit_entry e where e.act = 'staff.set_roles' and 'admin' = any(string_to_array(e.details ->> 'to', ' '))
      union all select e.actor_id from audit_entry e where e.act = 'setup.finish'))`);
  const genuine = new Set(others.filter((row) => isGenuine(world, 'client', row.id, row)));
  return {
    needed: others.some((row) => row.counts || !genuine.has(row)),
    confirmers: [...genuine].filter(({ mayConfirm }) => mayConfirm).map(({ id }) => id),
  };
}

/**
 * Holds who is an administrator until the transaction ends: whoever gives or takes the role, or shuts one out, waits.
 * Answers those who may act.
 * @throws Refusal `http.forbidden` for one who lost the role since they called, or whose row was changed past the program
 */
export async function holdAdministrators(world: Witness, tx: Tx, meId: string): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>(sql`
    select id from client
    where 'admin' = any(roles) and blocked_at is null and frozen_at is null and closed_at is null order by id for share`);
  const able = new Set(rows.map(({ id }) => id));
  if (!able.has(meId) || !(await isGenuinePerson(tx, world, meId))) throw refuse('http.forbidden');
  return able;
}
