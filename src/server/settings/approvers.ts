import { areRequestsGenuine, isRoleRequestMissing } from '#server/platform/approvals/check-approver.ts';
import type { Queries, Tx } from '#server/platform/db/database.ts';
import { sql } from '#server/platform/db/sql.ts';
import { isGenuine, isGenuinePerson, type Witness } from '#server/platform/secrets/row-mac-check.ts';
import { refuse } from '#server/platform/refusal.ts';
import { macColumns, type RowMac } from '#server/platform/secrets/row-macs.ts';

/** The possible second persons for an author of a change. */
interface Seconds {
  /** Whether it takes another person at all. */
  needed: boolean;
  /** Those who may confirm it now. */
  approvers: string[];
}

interface Other extends RowMac {
  id: string;
  /** Whether the database counts them. */
  counts: boolean;
  mayApprove: boolean;
}

/**
 * The same rule as in the database, which refuses a version without its second person. The database cannot know whose
 * row was changed past the program: such a person cannot confirm. They still prevent the author from acting alone if
 * they have ever been given an approver's role, even where their row no longer says so.
 */
export async function secondsOf(world: Witness, db: Queries, authorId: string, now: Date): Promise<Seconds> {
  const others = await db.rows<Other>(sql`
    select c.id, s.id is not null as counts, coalesce(s.may_approve, false) as "mayApprove", ${macColumns('person')}
    from person c left join setting_approvers(${authorId}, ${now}) s on s.id = c.id
    where c.id <> ${authorId} and (s.id is not null or c.id in (
      select g.client_id from approval_request g where g.kind = 'role' and g.state = 'approved' and g.value ?| approver_roles('setting')
      union all select e.client_id from audit_entry e where e.action = 'staff.set_roles' and string_to_array(e.details ->> 'to', ' ') && approver_roles('setting')
      union all select e.actor_id from audit_entry e where e.action = 'setup.finish'))`);
  const genuine = new Set(others.filter((row) => isGenuine(world, 'person', row.id, row)));
  return {
    needed: others.some((row) => row.counts || !genuine.has(row)) || (await isRoleForged(world, db, now)),
    approvers: [...genuine].filter(({ mayApprove }) => mayApprove).map(({ id }) => id),
  };
}

/**
 * Whether a request about roles was deleted, or one of those that decide who is new was written past the program: then
 * no person may act alone by them.
 */
async function isRoleForged(world: Witness, db: Queries, now: Date): Promise<boolean> {
  const recent = sql`r.kind = 'role' and r.state = 'approved' and r.decided_at > ${now}::timestamptz - interval '14 days'`;
  if (!(await areRequestsGenuine(db, world, recent))) return true;
  return isRoleRequestMissing(db, sql`c.role_requests > 0`);
}

/**
 * Locks the people who may decide on settings until the transaction ends: a call that gives or takes one of their
 * roles, or blocks one, waits.
 * @throws Refusal `http.forbidden` for a person who lost the administrator role since they called, or whose row was
 * changed past the program
 */
export async function holdDeciders(world: Witness, tx: Tx, meId: string): Promise<void> {
  const rows = await tx.rows<{ id: string; roles: string[] }>(sql`
    select id, roles from person
    where roles && approver_roles('setting') and blocked_at is null and frozen_at is null and closed_at is null order by id for share`);
  const isAdministrator = rows.some(({ id, roles }) => id === meId && roles.includes('admin'));
  if (!isAdministrator || !(await isGenuinePerson(tx, world, meId))) throw refuse('http.forbidden');
}
